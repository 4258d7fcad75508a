# One target per folder of src/, and the library and the executable made of them.

# mapwright_layer(NAME LINKS ...): the target layer_NAME from src/NAME/**/*.cpp. LINKS names lower layers and imported
# targets; both reach whatever links the layer. A folder without sources is a layer without objects.
function(mapwright_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cpp")
  list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/src/cli/main.cpp")

  foreach(link IN LISTS arg_LINKS)
    if(TARGET layer_${link})
      list(APPEND links layer_${link})
    else()
      list(APPEND links ${link})
    endif()
  endforeach()

  if(sources)
    add_library(layer_${name} STATIC ${sources})
    mapwright_unity(layer_${name} ${sources})
    set(scope PUBLIC)
  else()
    add_library(layer_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  if(sources AND MAPWRIGHT_SANITIZE_OPTIONS)
    target_compile_options(layer_${name} PRIVATE ${MAPWRIGHT_SANITIZE_OPTIONS})
  endif()
  # The tests of these compute for longer than -O2 takes to compile; the dev preset stops at -O1 elsewhere.
  if(sources AND name MATCHES "^(core|expr|domain|index_map)$")
    target_compile_options(layer_${name} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O2>)
  endif()
  target_include_directories(layer_${name} ${scope} "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(layer_${name} ${scope} ${links})
  set_property(GLOBAL APPEND PROPERTY MAPWRIGHT_LAYERS layer_${name})
endfunction()

# mapwright_library(): the static library of all layers, and mapwright_headers, the public headers on their own.
function(mapwright_library)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/mapwright/*.hpp"
       "${PROJECT_SOURCE_DIR}/include/mapwright/*.h")
  add_library(mapwright_headers INTERFACE)
  add_library(mapwright::headers ALIAS mapwright_headers)
  target_sources(mapwright_headers INTERFACE FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES
                                             ${headers})
  target_compile_features(mapwright_headers INTERFACE cxx_std_20)

  add_library(mapwright STATIC)
  add_library(mapwright::mapwright ALIAS mapwright)
  set_target_properties(mapwright PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(mapwright PUBLIC mapwright_headers PRIVATE ${MAPWRIGHT_LINKED_LIBRARIES})
  get_property(layers GLOBAL PROPERTY MAPWRIGHT_LAYERS)
  foreach(layer IN LISTS layers)
    get_target_property(type ${layer} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      target_sources(mapwright PRIVATE $<TARGET_OBJECTS:${layer}>)
    endif()
  endforeach()
endfunction()

# mapwright_executable(): the command line, once src/cli/main.cpp is there.
function(mapwright_executable)
  if(EXISTS "${PROJECT_SOURCE_DIR}/src/cli/main.cpp")
    add_executable(mapwright_cli "${PROJECT_SOURCE_DIR}/src/cli/main.cpp")
    set_target_properties(mapwright_cli PROPERTIES OUTPUT_NAME mapwright)
    target_link_libraries(mapwright_cli PRIVATE layer_cli)
  endif()
endfunction()
