// What C++ and SYCL share: the types of <cstdint>, constants and tables at namespace scope.
#pragma once

#include "emit/cpp_like.hpp"

namespace mapwright::emit {

class StandardCpp : public CppLike {
protected:
  [[nodiscard]] std::string table(const expr::Table& table, const std::string& name) const override;
  [[nodiscard]] std::string integer(int bits) const override;
  [[nodiscard]] std::string natural(int bits) const override;
  [[nodiscard]] std::string constant() const override;
};

} // namespace mapwright::emit
