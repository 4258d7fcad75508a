# The engine that runs plans on StarPU: programs of its own, so that nothing else links StarPU. Without StarPU there are
# no such programs, and `mapwright mapper run --engine starpu` says what is missing; without StarPU-MPI and Open MPI there
# is not the one for several ranks.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
  pkg_check_modules(STARPU QUIET IMPORTED_TARGET starpu-1.3)
  pkg_check_modules(STARPU_MPI QUIET IMPORTED_TARGET starpumpi-1.3)
  pkg_check_modules(OPEN_MPI QUIET IMPORTED_TARGET ompi-c)
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

if(STARPU_MPI_FOUND AND OPEN_MPI_FOUND)
  file(GLOB rank_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/starpu_engine/ranks/*.cpp")
  list(REMOVE_ITEM rank_sources "${PROJECT_SOURCE_DIR}/src/starpu_engine/ranks/main.cpp")
  add_library(starpu_ranks STATIC ${rank_sources})
  mapwright_unity(starpu_ranks ${rank_sources})
  target_link_libraries(starpu_ranks PUBLIC starpu_engine PkgConfig::STARPU_MPI PkgConfig::OPEN_MPI)
  target_compile_definitions(starpu_ranks PRIVATE OMPI_SKIP_MPICXX) # the C interface alone
  if(MAPWRIGHT_SANITIZE_OPTIONS)
    target_compile_options(starpu_ranks PRIVATE ${MAPWRIGHT_SANITIZE_OPTIONS})
  endif()

  add_executable(mapwright_starpu_ranks "${PROJECT_SOURCE_DIR}/src/starpu_engine/ranks/main.cpp")
  set_target_properties(mapwright_starpu_ranks PROPERTIES OUTPUT_NAME mapwright-starpu-ranks)
  target_link_libraries(mapwright_starpu_ranks PRIVATE starpu_ranks)
endif()
