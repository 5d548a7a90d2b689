# How every target of this project is compiled, and one function for each kind of target.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# The layers go into the shared library and the Python module as well as into the programs.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release)
endif()

find_package(Threads REQUIRED)

add_library(odgear_options INTERFACE)
target_include_directories(odgear_options INTERFACE ${PROJECT_SOURCE_DIR}/src
    ${PROJECT_SOURCE_DIR}/include)
# Nothing replaces our functions at load time, so calls between them may still be inlined.
target_compile_options(odgear_options INTERFACE
    -fno-semantic-interposition
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
if(ODGEAR_WERROR)
    target_compile_options(odgear_options INTERFACE -Werror)
endif()
if(ODGEAR_SANITIZE)
    # Link options too: the run-time library must be in every program.
    target_compile_options(odgear_options INTERFACE
        -fsanitize=${ODGEAR_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(odgear_options INTERFACE -fsanitize=${ODGEAR_SANITIZE})
endif()

# odgear_library(NAME SOURCES ... [DEPENDS ...] [PRIVATE_DEPENDS ...])
# One layer: the static library odgear_NAME, alias odgear::NAME. DEPENDS names what its headers use.
function(odgear_library name)
    cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS" ${ARGN})
    add_library(odgear_${name} STATIC ${ARG_SOURCES})
    add_library(odgear::${name} ALIAS odgear_${name})
    set_property(GLOBAL APPEND PROPERTY ODGEAR_LAYERS ${name})
    target_link_libraries(odgear_${name}
        PUBLIC odgear_options Threads::Threads ${ARG_DEPENDS}
        PRIVATE ${ARG_PRIVATE_DEPENDS})
endfunction()

# All GoogleTest programs.
add_custom_target(test_programs)

# odgear_test(NAME SOURCES ... [DEPENDS ...] [LABELS ...] [TORCH])
# The GoogleTest program test_NAME; every test in it becomes a CTest test named NAME.Suite.Test.
# With TORCH, the precompiled headers of the other tests do not fit its compile options.
function(odgear_test name)
    cmake_parse_arguments(ARG "TORCH" "" "SOURCES;DEPENDS;LABELS" ${ARGN})
    add_executable(test_${name} ${ARG_SOURCES})
    # Their helpers share names from file to file.
    set_target_properties(test_${name} PROPERTIES UNITY_BUILD OFF)
    target_link_libraries(test_${name} PRIVATE odgear_test_support ${ARG_DEPENDS} GTest::gtest_main)
    # The tests themselves need no speed, and compile in half the time.
    target_compile_options(test_${name} PRIVATE -O1)
    if(NOT ARG_TORCH)
        target_precompile_headers(test_${name} REUSE_FROM odgear_test_headers)
    endif()
    add_dependencies(test_programs test_${name})
    gtest_discover_tests(test_${name}
        TEST_PREFIX ${name}. DISCOVERY_TIMEOUT 60 PROPERTIES LABELS "${ARG_LABELS}")
endfunction()
