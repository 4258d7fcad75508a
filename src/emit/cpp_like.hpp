// What C++ and CUDA C++ share: namespaces, structs as results, templates over run-time tables.
#pragma once

#include "emit/c_like.hpp"

namespace mapwright::emit {

class CppLike : public CLike {
protected:
  [[nodiscard]] std::string close_file(const Unit& unit) const override;
  [[nodiscard]] std::string open_variant(const Unit& unit, const Spelling& spelling) const override;
  [[nodiscard]] std::string helpers(const std::string& text) const override;
  [[nodiscard]] std::string declarations(const Unit& unit, const Spelling& spelling,
                                         const std::vector<std::string>& fields,
                                         const LimitsText& limits) const override;
  [[nodiscard]] std::string function(const Unit& unit, const Spelling& spelling, const FunctionText& f) const override;
  [[nodiscard]] std::string prepared(const Unit& unit, const Spelling& spelling,
                                     const PreparedText& text) const override;
  [[nodiscard]] std::string close_variant(const Unit& unit, const Spelling& spelling) const override;

  /// A type for integers of that many bits: "std::int8_t", "signed char".
  [[nodiscard]] virtual std::string integer(int bits) const = 0;
  /// The same without a sign.
  [[nodiscard]] virtual std::string natural(int bits) const = 0;
  /// How a namespace-scope constant begins: "inline constexpr".
  [[nodiscard]] virtual std::string constant() const = 0;

  /// Opens the file: the comment, include guard, `after_guard`, the map's namespace.
  [[nodiscard]] std::string open(const Unit& unit, std::string_view language, std::string_view guard_suffix,
                                 std::string_view after_guard) const;
  /// The spelling of everything but floor_log2 and the availability of double.
  [[nodiscard]] static Spelling common_spelling(int bits);
  /// Spelling::multiply_high in C++ for hosts and constant evaluation.
  [[nodiscard]] std::string multiply_high_text(int bits) const;
  /// split() and flatten() with their types; `qualifier` precedes both.
  [[nodiscard]] std::string split_text(std::string_view qualifier) const;
};

} // namespace mapwright::emit
