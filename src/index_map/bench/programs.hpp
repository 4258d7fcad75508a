// Compiled programs by their text.
#pragma once

#include "core/error.hpp"

#include <map>
#include <string>
#include <utility>

namespace mapwright::index_map::bench {

/// Compiles each text once. Not thread-safe.
template <class Program> class Programs {
public:
  /// The program of `source`, which lives as long as this; `compile(source)`, a Result<Program>, makes a new one.
  template <class Compile> Result<const Program*> get(const std::string& source, Compile compile) {
    auto program = programs_.find(source);
    if (program == programs_.end()) {
      auto compiled = compile(source);
      if (!compiled) {
        return forward(compiled);
      }
      program = programs_.emplace(source, std::move(*compiled)).first;
    }
    return &program->second;
  }

private:
  std::map<std::string, Program> programs_;
};

} // namespace mapwright::index_map::bench
