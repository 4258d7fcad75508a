# Text files compiled in, so that one binary is all there is.

# mapwright_embed(LAYER NAMESPACE HEADER FILES...): for each FILE a std::string_view mapwright::NAMESPACE::STEM, declared
# in HEADER ("llm/prompts.hpp"), which only LAYER and the layers above it can include. What no identifier may hold becomes
# an underscore, and a stem that begins with a digit gets an "m" before it: 0001.sql is m0001. A stem that is a word of
# C++ gets an underscore behind it: default_.
function(mapwright_embed layer namespace header)
  set(directory "${PROJECT_BINARY_DIR}/embedded")
  set(declarations "// Generated from text files of the source tree.\n#pragma once\n\n#include <string_view>\n\nnamespace mapwright::${namespace} {\n")
  foreach(file IN LISTS ARGN)
    cmake_path(GET file STEM LAST_ONLY stem)
    string(REGEX REPLACE "[^A-Za-z0-9_]" "_" name "${stem}")
    if(name MATCHES "^[0-9]")
      string(PREPEND name "m")
    endif()
    if(name STREQUAL "default")
      string(APPEND name "_")
    endif()
    string(APPEND declarations "extern const std::string_view ${name};\n")
    set(source "${directory}/${namespace}_${name}.cpp")
    string(REPLACE "::" "_" source "${source}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/${file}")
    file(READ "${PROJECT_SOURCE_DIR}/${file}" text)
    # A string literal may hold 64 KiB; the compiler joins the pieces.
    string(LENGTH "${text}" length)
    set(literals "\"\"\n") # an empty text is a literal too
    set(at 0)
    while(at LESS length)
      string(SUBSTRING "${text}" ${at} 8000 piece)
      string(APPEND literals "R\"embedded(${piece})embedded\"\n")
      math(EXPR at "${at} + 8000")
    endwhile()
    file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [[
#include "@header@"

namespace mapwright::@namespace@ {
constinit const std::string_view @name@ = @literals@;
}
]])
    target_sources(layer_${layer} PRIVATE "${source}")
  endforeach()
  string(APPEND declarations "} // namespace mapwright::${namespace}\n")
  file(CONFIGURE OUTPUT "${directory}/${header}" @ONLY CONTENT "@declarations@")
  target_include_directories(layer_${layer} PUBLIC "${directory}")
endfunction()
