# Finds SimGrid, which only comparisons use: the target SimGrid::SimGrid.
find_path(SIMGRID_INCLUDE_DIR NAMES simgrid/s4u.hpp)
find_library(SIMGRID_LIBRARY NAMES simgrid)
mark_as_advanced(SIMGRID_INCLUDE_DIR SIMGRID_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SimGrid REQUIRED_VARS SIMGRID_LIBRARY SIMGRID_INCLUDE_DIR)

if(SimGrid_FOUND AND NOT TARGET SimGrid::SimGrid)
  add_library(SimGrid::SimGrid UNKNOWN IMPORTED)
  set_target_properties(SimGrid::SimGrid PROPERTIES IMPORTED_LOCATION "${SIMGRID_LIBRARY}"
                                                    INTERFACE_INCLUDE_DIRECTORIES "${SIMGRID_INCLUDE_DIR}")
endif()
