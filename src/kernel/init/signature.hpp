// The signature of a kernel that somebody wrote, read from its source.
#pragma once

#include "core/error.hpp"
#include "kernel/source/tokens.hpp"
#include "kernel/task/task.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// One parameter.
struct Parameter {
  std::string name;
  Element type = Element::f32; ///< of the value, or of what it points to
  bool pointer = false;
  bool constant = false; ///< points to what is not written
  bool local = false;    ///< memory of one group (OpenCL's local)
  std::size_t at = 0;    ///< byte of the name
  std::size_t type_at = 0;
  std::size_t type_size = 0; ///< the bytes of the words that are the type, from the first to the last
};

/// A function and where it stands.
struct Signature {
  std::string name;
  std::vector<Parameter> parameters{};
  std::size_t begin = 0;  ///< byte of the first word of its declaration
  std::size_t at = 0;     ///< byte of its name
  std::size_t body = 0;   ///< byte of the brace that opens its body
  std::size_t end = 0;    ///< byte behind the brace that closes it
  bool c_linkage = false; ///< extern "C" stands before it, or around it
};

/// Which function of a file is meant.
struct WantedFunction {
  Backend backend = Backend::cpp; ///< only functions that can be its kernels are found
  std::size_t after = 0;          ///< byte behind which it begins
  std::string name{};             ///< empty: the first
};

/// Finds and reads a function. Input error at its place: there is none, a parameter without a name, a type that
/// kernels have not.
Result<Signature> read_signature(std::string_view source, const std::string& file, const WantedFunction& wanted);

/// "out", when the first thing its body does with the pointer `name` is to store an element that is not made of its
/// own; else "in_out".
Intent intent_of_writes(const std::vector<Token>& body, std::string_view name);

} // namespace mapwright::kernel
