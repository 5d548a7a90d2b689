include(EmbedFiles)

# odgear_embed_models(TARGET FOLDER): embeds FOLDER/*.safetensors in TARGET, which thereby has
# odgear::policy::embedded_models(). Their names are those of the files, without the ending.
function(odgear_embed_models target folder)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.safetensors)
    list(SORT files)
    set(names "")
    foreach(file ${files})
        cmake_path(GET file STEM name)
        list(APPEND names ${name})
    endforeach()
    odgear_embed_files(${target} embedded_models
        HEADER odgear/policy/models/models.hpp NAMESPACE odgear::policy TYPE EmbeddedModel
        FUNCTION embedded_models FILES ${files} NAMES ${names})
endfunction()
