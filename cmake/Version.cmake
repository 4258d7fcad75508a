# Reads MAPWRIGHT_VERSION ("major.minor.patch") from the public header, so that it is written down once.
set(header "${CMAKE_CURRENT_LIST_DIR}/../include/mapwright/version.hpp")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
file(STRINGS "${header}" line REGEX "version_text = ")
string(REGEX MATCH "[0-9]+\\.[0-9]+\\.[0-9]+" MAPWRIGHT_VERSION "${line}")
if(NOT MAPWRIGHT_VERSION)
  message(FATAL_ERROR "${header}: found no version")
endif()
