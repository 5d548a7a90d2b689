# Run as a script with SOURCE and OUTPUT: writes a header that states the commit of SOURCE, with a
# "+" when files of the program differ from it; "unknown" outside a git checkout.
set(commit unknown)
find_program(GIT git)
if(GIT)
    execute_process(COMMAND ${GIT} -C ${SOURCE} rev-parse --short=10 HEAD
        OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
        execute_process(
            COMMAND ${GIT} -C ${SOURCE} diff --quiet HEAD -- src apps models bench/tables cmake
            RESULT_VARIABLE changed ERROR_QUIET)
        set(commit ${head})
        if(changed)
            string(APPEND commit +)
        endif()
    endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT
    "#pragma once\nnamespace odgear::bench {\nconstexpr const char* build_commit = \"${commit}\";\n}\n")
