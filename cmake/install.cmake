# SPDX-License-Identifier: Apache-2.0
# cmake --install: the program, the library with its headers, the examples, find_package(saltus).
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/saltus")
install(TARGETS saltus saltus_hdf5 EXPORT saltus_targets FILE_SET HEADERS)
if(TARGET saltus_app)
  install(TARGETS saltus_app)
endif()
if(EXISTS "${PROJECT_SOURCE_DIR}/examples")
  install(DIRECTORY examples DESTINATION "${CMAKE_INSTALL_DATADIR}/saltus"
    FILES_MATCHING PATTERN "*.toml")
endif()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(EXPORT saltus_targets NAMESPACE saltus:: DESTINATION "${package_dir}")

configure_package_config_file(cmake/saltus-config.cmake.in
  "${PROJECT_BINARY_DIR}/saltus-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/saltus-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/saltus-config.cmake"
  "${PROJECT_BINARY_DIR}/saltus-config-version.cmake"
  DESTINATION "${package_dir}")
