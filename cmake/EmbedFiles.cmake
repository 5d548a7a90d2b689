# Embeds files in a binary, as bytes.

# odgear_embed_files(TARGET NAME HEADER ... NAMESPACE ... TYPE ... FUNCTION ... FILES ... NAMES ...)
# Writes the source NAME.cpp that defines NAMESPACE::FUNCTION(), a span of TYPE{name, bytes} in the
# order of FILES; HEADER declares both. With no files the span is empty.
function(odgear_embed_files target name)
    cmake_parse_arguments(ARG "" "HEADER;NAMESPACE;TYPE;FUNCTION" "FILES;NAMES" ${ARGN})
    set(bytes "")
    set(declarations "")
    set(entries "")
    set(index 0)
    foreach(file label IN ZIP_LISTS ARG_FILES ARG_NAMES)
        set(symbol odgear_${name}_${index})
        string(APPEND bytes
            "asm(\".pushsection .rodata\\n.balign 64\\n\"\n"
            "    \".globl ${symbol}\\n${symbol}:\\n.incbin \\\"${file}\\\"\\n\"\n"
            "    \".globl ${symbol}_end\\n${symbol}_end:\\n.byte 0\\n.popsection\\n\");\n")
        string(APPEND declarations "extern const std::byte ${symbol}[], ${symbol}_end[];\n")
        string(APPEND entries "    {\"${label}\", {${symbol}, ${symbol}_end}},\n")
        math(EXPR index "${index} + 1")
    endforeach()
    set(text "// Written by cmake/EmbedFiles.cmake.\n#include \"${ARG_HEADER}\"\n\n${bytes}")
    string(APPEND text "extern \"C\" {\n${declarations}}\n\nnamespace ${ARG_NAMESPACE} {\n\n")
    if(index GREATER 0)
        string(APPEND text
            "std::span<const ${ARG_TYPE}> ${ARG_FUNCTION}() {\n"
            "    static const ${ARG_TYPE} files[] = {\n${entries}    };\n"
            "    return files;\n}\n")
    else()
        string(APPEND text "std::span<const ${ARG_TYPE}> ${ARG_FUNCTION}() { return {}; }\n")
    endif()
    string(APPEND text "\n}  // namespace ${ARG_NAMESPACE}\n")
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "${text}" @ONLY)
    set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${ARG_FILES}")
    target_sources(${target} PRIVATE ${source})
endfunction()
