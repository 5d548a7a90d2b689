# odgear_embed_models(TARGET FOLDER): carries FOLDER/*.safetensors inside TARGET. Writes the source
# that defines odgear::policy::embedded_models(); with no files it defines an empty list.
function(odgear_embed_models target folder)
    file(GLOB files CONFIGURE_DEPENDS ${folder}/*.safetensors)
    list(SORT files)
    set(bytes "")
    set(declarations "")
    set(entries "")
    set(index 0)
    foreach(file ${files})
        cmake_path(GET file STEM name)
        set(symbol odgear_model_${index})
        string(APPEND bytes
            "asm(\".pushsection .rodata\\n.balign 64\\n\"\n"
            "    \".globl ${symbol}\\n${symbol}:\\n.incbin \\\"${file}\\\"\\n\"\n"
            "    \".globl ${symbol}_end\\n${symbol}_end:\\n.byte 0\\n.popsection\\n\");\n")
        string(APPEND declarations "extern const std::byte ${symbol}[], ${symbol}_end[];\n")
        string(APPEND entries "    {\"${name}\", {${symbol}, ${symbol}_end}},\n")
        math(EXPR index "${index} + 1")
    endforeach()
    set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded_models.cpp)
    set(text "// Written by cmake/EmbedModels.cmake.\n#include \"odgear/policy/models.hpp\"\n\n${bytes}")
    string(APPEND text "extern \"C\" {\n${declarations}}\n\nnamespace odgear::policy {\n\n")
    if(index GREATER 0)
        string(APPEND text
            "std::span<const EmbeddedModel> embedded_models() {\n"
            "    static const EmbeddedModel models[] = {\n${entries}    };\n"
            "    return models;\n}\n")
    else()
        string(APPEND text "std::span<const EmbeddedModel> embedded_models() { return {}; }\n")
    endif()
    string(APPEND text "\n}  // namespace odgear::policy\n")
    file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${files}")
    target_sources(${target} PRIVATE ${source})
endfunction()
