# The engine that runs plans on StarPU: a program of its own, so that nothing else links StarPU. Without StarPU there is
# no such program, and `mapwright mapper run --engine starpu` says what is missing.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(STARPU QUIET IMPORTED_TARGET starpu-1.3)
endif()
if(NOT STARPU_FOUND OR NOT EXISTS "${PROJECT_SOURCE_DIR}/src/starpu_engine/main.cpp")
  return()
endif()

file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/starpu_engine/*.cpp")
list(REMOVE_ITEM sources "${PROJECT_SOURCE_DIR}/src/starpu_engine/main.cpp")
add_library(starpu_engine STATIC ${sources})
mapwright_unity(starpu_engine ${sources})
target_include_directories(starpu_engine SYSTEM PUBLIC ${STARPU_INCLUDE_DIRS})
target_link_libraries(starpu_engine PUBLIC layer_mapper PkgConfig::STARPU)
if(MAPWRIGHT_SANITIZE_OPTIONS)
  target_compile_options(starpu_engine PRIVATE ${MAPWRIGHT_SANITIZE_OPTIONS})
endif()

add_executable(mapwright_starpu_engine "${PROJECT_SOURCE_DIR}/src/starpu_engine/main.cpp")
set_target_properties(mapwright_starpu_engine PROPERTIES OUTPUT_NAME mapwright-starpu-engine)
target_link_libraries(mapwright_starpu_engine PRIVATE starpu_engine)
target_include_directories(check_headers SYSTEM PRIVATE ${STARPU_INCLUDE_DIRS})
