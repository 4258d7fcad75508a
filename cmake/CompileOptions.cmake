# Language, warnings and sanitizers of everything built here. Directory scope: all targets below are ours, and
# third-party headers come through imported targets, which CMake passes as system includes.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_compile_options(
  -Wall
  -Wextra
  -Wpedantic
  -Wshadow
  -Wconversion
  -Wsign-conversion
  -Wnon-virtual-dtor
  -Wold-style-cast
  -Woverloaded-virtual)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict) # GCC bug 105651: false alarm on every std::string concatenation at -O3
  # Instrumented code and std::optional at -O3 mislead GCC's flow analysis: false alarms inside <regex> and <optional>.
  add_compile_options(-Wno-maybe-uninitialized)
endif()
if(MAPWRIGHT_WERROR)
  add_compile_options(-Werror)
endif()

# Sanitizers watch our own code; tests are compiled as they always are, which ccache remembers. The thread sanitizer
# alone must see everything. -O1 keeps the instrumented code, which is large, quick to compile.
if(MAPWRIGHT_SANITIZE)
  set(MAPWRIGHT_SANITIZE_OPTIONS -fsanitize=${MAPWRIGHT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${MAPWRIGHT_SANITIZE})
  if(MAPWRIGHT_SANITIZE MATCHES "thread")
    add_compile_options(-O1 ${MAPWRIGHT_SANITIZE_OPTIONS})
    unset(MAPWRIGHT_SANITIZE_OPTIONS)
  else()
    list(APPEND MAPWRIGHT_SANITIZE_OPTIONS -O1 $<$<CXX_COMPILER_ID:GNU>:-finline-small-functions>)
  endif()
endif()
if(MAPWRIGHT_FUZZER)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "MAPWRIGHT_FUZZER needs clang (libFuzzer); use: cmake --preset fuzz")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
