# Compiles every header alone, so that each can be included first.

# mapwright_headers_alone(TARGET ROOT LINKS... ): one object per header below ROOT, each with only TARGET's links.
function(mapwright_headers_alone target root)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "LINKS")
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${root}" "${root}/*.hpp")
  foreach(header IN LISTS headers)
    set(source "${PROJECT_BINARY_DIR}/${target}/${header}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${header}\"\n")
    list(APPEND sources "${source}")
  endforeach()
  add_library(${target} OBJECT ${sources})
  target_link_libraries(${target} PRIVATE ${arg_LINKS})
endfunction()

# mapwright_check_headers(): public headers in every build, the headers of src/ in the target check_headers.
function(mapwright_check_headers)
  mapwright_headers_alone(check_public_headers "${PROJECT_SOURCE_DIR}/include" LINKS mapwright_headers)
  mapwright_headers_alone(check_headers "${PROJECT_SOURCE_DIR}/src" LINKS layer_cli)
  set_target_properties(check_headers PROPERTIES EXCLUDE_FROM_ALL ON)
endfunction()
