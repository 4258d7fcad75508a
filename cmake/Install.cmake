# Installation: public headers, the static library, the executable and the CMake package that finds them.
#   find_package(mapwright)                      mapwright::mapwright, with all it links
#   find_package(mapwright COMPONENTS headers)   mapwright::headers only, no other package needed
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/mapwright")

set_target_properties(mapwright_headers PROPERTIES EXPORT_NAME headers)
install(TARGETS mapwright_headers EXPORT mapwrightHeaders FILE_SET HEADERS DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
install(EXPORT mapwrightHeaders NAMESPACE mapwright:: DESTINATION "${package_dir}")
install(TARGETS mapwright EXPORT mapwrightLibrary ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(EXPORT mapwrightLibrary NAMESPACE mapwright:: DESTINATION "${package_dir}")
if(TARGET mapwright_cli)
  install(TARGETS mapwright_cli EXPORT mapwrightExecutable RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  install(EXPORT mapwrightExecutable NAMESPACE mapwright:: DESTINATION "${package_dir}")
endif()
foreach(engine mapwright_starpu_engine mapwright_starpu_ranks)
  if(TARGET ${engine})
    install(TARGETS ${engine} RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  endif()
endforeach()

configure_package_config_file(cmake/mapwrightConfig.cmake.in "${PROJECT_BINARY_DIR}/mapwrightConfig.cmake"
                              INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/mapwrightConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/mapwrightConfig.cmake" "${PROJECT_BINARY_DIR}/mapwrightConfigVersion.cmake"
              cmake/FindGMP.cmake cmake/FindISL.cmake cmake/FindSeccomp.cmake DESTINATION "${package_dir}")
install(FILES LICENSE NOTICE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
install(DIRECTORY tasks DESTINATION "${CMAKE_INSTALL_DATADIR}/mapwright") # where find_task looks
