# Finds the integer set library: target ISL::isl.
find_path(ISL_INCLUDE_DIR NAMES isl/set.h)
find_library(ISL_LIBRARY NAMES isl)
mark_as_advanced(ISL_INCLUDE_DIR ISL_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(ISL REQUIRED_VARS ISL_LIBRARY ISL_INCLUDE_DIR)

if(ISL_FOUND AND NOT TARGET ISL::isl)
  add_library(ISL::isl UNKNOWN IMPORTED)
  set_target_properties(ISL::isl PROPERTIES IMPORTED_LOCATION "${ISL_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                                               "${ISL_INCLUDE_DIR}")
endif()
