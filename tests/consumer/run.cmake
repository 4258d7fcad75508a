# Installs BUILD_DIR to a scratch prefix, then configures, builds and runs the project in SOURCE_DIR against it.
set(scratch "${BUILD_DIR}/tests/consumer")
file(REMOVE_RECURSE "${scratch}")

function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

if(SANITIZE)
  set(flags "-DCMAKE_CXX_FLAGS=-fsanitize=${SANITIZE}")
endif()
run("${CMAKE_COMMAND}" --install "${BUILD_DIR}" --prefix "${scratch}/prefix")
run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE_DIR}" -B "${scratch}/build" "-DCMAKE_PREFIX_PATH=${scratch}/prefix"
    "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}" ${flags})
run("${CMAKE_COMMAND}" --build "${scratch}/build")
run("${scratch}/build/uses_headers")
run("${scratch}/build/uses_library")
if(EXISTS "${BUILD_DIR}/bin/mapwright")
  run("${scratch}/prefix/bin/mapwright" --version)
  run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE_DIR}/../../examples/emitted_header" -B "${scratch}/example"
      "-DCMAKE_PREFIX_PATH=${scratch}/prefix" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}" ${flags})
  run("${CMAKE_COMMAND}" --build "${scratch}/example")
  run("${scratch}/example/emitted_header")
endif()
