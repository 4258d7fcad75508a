// Libraries that may be absent: opened at run time, so that a program built without them still finds them elsewhere.
#pragma once

#include "core/error.hpp"

#include <memory>
#include <span>
#include <string>

namespace mapwright {

/// An open shared library. It stays loaded until the process ends: drivers keep threads and exit handlers, and what
/// they registered must not be unmapped. Copies are cheap; const use is thread-safe.
class DynamicLibrary {
public:
  /// Opens the first of `names` that loads: sonames ("libcuda.so.1", found as the dynamic linker finds it) or paths.
  /// Fails with a machine error that quotes the dynamic linker for the first name.
  static Result<DynamicLibrary> open(std::span<const std::string> names);

  /// The address of `symbol` as a function of type `Function*`; null if the library has no such symbol.
  template <class Function> Function* find(const char* symbol) const {
    return reinterpret_cast<Function*>(address(symbol));
  }

  /// Lets `function` point to `symbol`; false, and null, if the library has no such symbol.
  template <class Function> bool bind(const char* symbol, Function*& function) const {
    function = find<Function>(symbol);
    return function != nullptr;
  }

  /// The name under which the library was opened.
  [[nodiscard]] const std::string& name() const { return name_; }

private:
  DynamicLibrary(std::shared_ptr<void> handle, std::string name);
  void* address(const char* symbol) const;

  std::shared_ptr<void> handle_;
  std::string name_;
};

} // namespace mapwright
