# odgear_python_tests(PREFIX): each test_*.py of this folder is a unittest module that runs the real
# program.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(odgear_python_tests prefix)
    file(GLOB modules CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/test_*.py)
    foreach(module ${modules})
        cmake_path(GET module STEM name)
        add_test(NAME ${prefix}.${name} COMMAND Python3::Interpreter -m unittest -v ${name}
            WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        set_tests_properties(${prefix}.${name} PROPERTIES
            ENVIRONMENT "ODGEAR_BIN=$<TARGET_FILE_DIR:odgear>;PYTHONDONTWRITEBYTECODE=1;PYTHONPATH=${PROJECT_SOURCE_DIR}/tests/support")
    endforeach()
endfunction()
