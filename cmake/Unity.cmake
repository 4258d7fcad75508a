# Several sources of one folder compiled as one: most of a file's time goes into headers its neighbours read too.

option(MAPWRIGHT_UNITY "Compile the sources of a folder together, up to MAPWRIGHT_UNITY_SIZE at a time" OFF)
set(MAPWRIGHT_UNITY_SIZE 24 CACHE STRING "Sources compiled together at most")

if(MAPWRIGHT_UNITY)
  # A local name may hide a file-local one of a neighbour here; builds with MAPWRIGHT_UNITY=OFF still warn.
  add_compile_options(-Wno-shadow)
endif()

# Files of these have using-directives of their own, which a neighbour may not bear.
set(MAPWRIGHT_UNITY_SIZE_layer_index_map 12)
set(MAPWRIGHT_UNITY_SIZE_test_index_map 12)

# mapwright_unity(TARGET SOURCE...): lets the sources, absolute paths, of each folder of TARGET be compiled together.
function(mapwright_unity target)
  if(NOT MAPWRIGHT_UNITY)
    return()
  endif()
  set(most ${MAPWRIGHT_UNITY_SIZE})
  if(DEFINED MAPWRIGHT_UNITY_SIZE_${target})
    set(most ${MAPWRIGHT_UNITY_SIZE_${target}})
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    string(SHA1 key "${folder}")
    math(EXPR count_${key} "0${count_${key}} + 1")
    math(EXPR part "(${count_${key}} - 1) / ${most}")
    cmake_path(GET folder FILENAME name)
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${name}_${part}")
  endforeach()
endfunction()
