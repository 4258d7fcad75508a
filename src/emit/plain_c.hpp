// What C and OpenCL C share: plain functions with the map's name in front and the word's width behind, points written
// through pointers.
#pragma once

#include "emit/c_like.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::emit {

class PlainC : public CLike {
protected:
  [[nodiscard]] std::string table_name(const Unit& unit, const std::string& name) const override;
  [[nodiscard]] std::string open_variant(const Unit& unit, const Spelling& spelling) const override;
  [[nodiscard]] std::string close_variant(const Unit& unit, const Spelling& spelling) const override;
  [[nodiscard]] std::string helpers(const std::string& text) const override;
  [[nodiscard]] std::vector<std::string> taken_names(const std::vector<std::string>& fields) const override;
  [[nodiscard]] std::string declarations(const Unit& unit, const Spelling& spelling,
                                         const std::vector<std::string>& fields,
                                         const LimitsText& limits) const override;
  [[nodiscard]] std::string function(const Unit& unit, const Spelling& spelling, const FunctionText& f) const override;
  [[nodiscard]] std::string prepared(const Unit& unit, const Spelling& spelling,
                                     const PreparedText& text) const override;

  /// The type of a run-time table's parameter, ending in "*".
  [[nodiscard]] virtual std::string runtime_table(const Spelling& spelling) const = 0;

  /// The spelling of everything but types, floor_log2, upper words and the availability of double.
  [[nodiscard]] static Spelling plain_spelling(const Unit& unit, int bits);
};

/// "_i32", "_i64": behind every name of a variant.
std::string width_suffix(int bits);

/// C11: a header of static inline functions, in which loops are emitted (emit/nest.hpp).
std::unique_ptr<Dialect> new_c();

} // namespace mapwright::emit
