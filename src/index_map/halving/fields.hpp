// Values of a function on a whole square at once: its arguments are linear forms of three fields, each of which takes
// all values 0 .. top, and so are its results where that can be shown. Part of the checker of maps by halving; it
// shares nothing with the assembler but the meaning of the operators (docs/semantics.md).
#pragma once

#include "expr/evaluate.hpp"
#include "expr/function.hpp"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::index_map {

/// constant + sum of factors[k] * field k.
struct FieldForm {
  expr::Int constant = 0;
  std::array<expr::Int, 3> factors{};
  friend bool operator==(const FieldForm&, const FieldForm&) = default;
};

/// The greatest value of each field.
using FieldTops = std::array<expr::Int, 3>;

/// What is known of a value for all fields in range: it lies in [low, high], and is `form` where that is set.
struct FieldValue {
  std::optional<FieldForm> form;
  expr::Int low = 0;
  expr::Int high = 0;
};

/// The value of a form whose range fits an Int; nothing otherwise.
std::optional<FieldValue> value_of(const FieldForm& form, const FieldTops& tops);

/// Results of a function on forms, or why they could not be found: a statement or operator not understood, a condition
/// that is not the same for all fields, an assumption that does not hold for all of them, a possible fault.
struct FieldResults {
  std::vector<FieldForm> forms;
  std::string trouble; ///< empty: all results are in `forms`
};

/// Calls `f` with the parameters and one form per argument. For every choice of the fields the call ends without a
/// fault and returns what the forms say.
FieldResults call_on_fields(const expr::Function& f, const std::vector<expr::Int>& parameters,
                            const std::vector<FieldForm>& arguments, const FieldTops& tops);

} // namespace mapwright::index_map
