// What CUDA C++ and HIP C++ share: functions for host and device, tables inside functions, intrinsics of one name.
#pragma once

#include "emit/cpp_like.hpp"

#include <string>
#include <string_view>

namespace mapwright::emit {

class CudaLike : public CppLike {
protected:
  [[nodiscard]] Spelling spelling(const Unit& unit, int bits) const final;
  [[nodiscard]] std::string launch(const Unit& unit) const final;
  [[nodiscard]] std::string table(const expr::Table& table, const std::string& name) const final;
  [[nodiscard]] std::string integer(int bits) const final;
  [[nodiscard]] std::string natural(int bits) const final;
  [[nodiscard]] std::string constant() const final;

  /// The macro the compiler of host and device defines in both of its passes.
  [[nodiscard]] virtual std::string compiler_macro() const = 0;
  /// The macro it defines in the pass for the device.
  [[nodiscard]] virtual std::string device_macro() const = 0;
  /// The macros MAPWRIGHT_HD and MAPWRIGHT_FP64, with `includes` between them.
  [[nodiscard]] std::string prologue(std::string_view includes) const;
};

} // namespace mapwright::emit
