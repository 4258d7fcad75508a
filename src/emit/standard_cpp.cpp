#include "emit/standard_cpp.hpp"

namespace mapwright::emit {

/// SYCL kernels, too, may read constants with static storage that are initialised by constant expressions.
std::string StandardCpp::table(const expr::Table& table, const std::string& name) const {
  return constant() + " " + integer(entry_bits(table)) + " " + name + "[] = {\n" + entry_list(table) + "};\n";
}

std::string StandardCpp::integer(int bits) const {
  return "std::int" + std::to_string(bits) + "_t";
}

std::string StandardCpp::natural(int bits) const {
  return "std::uint" + std::to_string(bits) + "_t";
}

std::string StandardCpp::constant() const {
  return "inline constexpr";
}

} // namespace mapwright::emit
