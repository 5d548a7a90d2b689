# The content of `cmake --install` and `cpack -G DEB`: program, shared library with headers, CMake
# package and pkg-config file, models, recipes, completion and man page.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# The headers that odgear/odgear.hpp leads to. A missing one fails the test install.package.
set(odgear_public_headers
    core/check.hpp core/distance.hpp core/errors.hpp core/instance.hpp core/progress.hpp
    core/solution.hpp core/stop.hpp
    core/fleet/check.hpp core/fleet/plan.hpp core/fleet/problem.hpp core/fleet/schedule.hpp
    fleet/options.hpp fleet/parameters.hpp
    io/fleet/fleet_file.hpp io/fleet/plan_json.hpp
    expert/crew_maker.hpp expert/parameters.hpp hgs/parameters.hpp ruin/parameters.hpp
    io/geojson.hpp io/instance_file.hpp io/sol.hpp io/solution_file.hpp io/svg.hpp
    policy/drawn.hpp policy/settings.hpp
    spatial/city_neighbors.hpp spatial/neighbors.hpp spatial/priced_tree.hpp tsp/exchange.hpp tsp/parameters.hpp
    solve/options.hpp solve/result.hpp solve/solver.hpp)

# libodgear: all layers below the programs, as one shared library.
get_property(layers GLOBAL PROPERTY ODGEAR_LAYERS)
list(REMOVE_ITEM layers bench serve cluster train)
list(TRANSFORM layers PREPEND odgear_)
set(source ${PROJECT_BINARY_DIR}/libodgear.cpp)
file(CONFIGURE OUTPUT ${source} CONTENT "// All code of the library is in its layers.\n")
add_library(odgear_shared SHARED ${source})
# The objects of the layers, not their archives, of which a linker takes only what is used. The
# archives are named for the libraries that they bring.
foreach(layer ${layers})
    target_sources(odgear_shared PRIVATE $<TARGET_OBJECTS:${layer}>)
endforeach()
target_link_libraries(odgear_shared PRIVATE ${layers})
set_target_properties(odgear_shared PROPERTIES
    OUTPUT_NAME odgear EXPORT_NAME odgear
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_compile_features(odgear_shared INTERFACE cxx_std_20)

install(TARGETS odgear RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT odgear)
if(TARGET odgear-train)
    install(TARGETS odgear-train RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT trainer)
endif()
install(TARGETS odgear_shared EXPORT odgearTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT odgear
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(FILES include/odgear/odgear.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/odgear
    COMPONENT odgear)
foreach(header ${odgear_public_headers})
    cmake_path(GET header PARENT_PATH folder)
    install(FILES src/odgear/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/odgear/${folder}
        COMPONENT odgear)
endforeach()

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/odgear)
install(EXPORT odgearTargets NAMESPACE odgear:: DESTINATION ${package_folder} COMPONENT odgear)
configure_package_config_file(cmake/package/odgearConfig.cmake.in
    ${PROJECT_BINARY_DIR}/odgearConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/odgearConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/odgearConfig.cmake ${PROJECT_BINARY_DIR}/odgearConfigVersion.cmake
    DESTINATION ${package_folder} COMPONENT odgear)
# The prefix is derived from the place of this file, so an installed tree may be moved.
file(RELATIVE_PATH prefix_from_pc /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/package/odgear.pc.in ${PROJECT_BINARY_DIR}/odgear.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/odgear.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT odgear)

install(DIRECTORY models recipes DESTINATION ${CMAKE_INSTALL_DATADIR}/odgear COMPONENT odgear
    FILES_MATCHING PATTERN "*.safetensors" PATTERN "*.toml")
install(FILES examples/town-400.vrp DESTINATION ${CMAKE_INSTALL_DATADIR}/odgear/examples
    COMPONENT odgear)
install(FILES completions/odgear.bash RENAME odgear
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT odgear)
install(FILES docs/man/odgear.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT odgear)
install(FILES LICENSE RENAME copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/odgear
    COMPONENT odgear)

set(CPACK_PACKAGE_NAME odgear)
set(CPACK_PACKAGE_VENDOR "OD-Gear")
set(CPACK_PACKAGE_CONTACT "OD-Gear <odgear@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# Without the trainer, which would need LibTorch.
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};odgear;odgear;/")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
include(CPack)
