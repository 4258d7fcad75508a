// The frame of an emitted file, shared by all dialects with C's syntax. A dialect says how its pieces are spelled.
#pragma once

#include "emit/emit.hpp"
#include "emit/helpers.hpp"
#include "emit/size_divisors.hpp"
#include "emit/spelling.hpp"
#include "emit/unit_text.hpp"

#include <string>
#include <vector>

namespace mapwright::emit {

/// A parameter or argument of an emitted function.
struct Formal {
  std::string name;
  bool used = true; ///< false: the body does not read it
};

/// One function, ready to be framed.
struct FunctionText {
  Role role = Role::count;
  std::string name; ///< "unrank"
  std::vector<Formal> parameters;
  std::string prepared; ///< what stands for all parameters: a struct of this name; empty: they stand for themselves
  std::vector<Formal> tables; ///< run-time tables, in the order of the map
  std::vector<Formal> arguments;
  std::vector<std::string> fields;  ///< names of a point's coordinates
  std::string body;                 ///< statements, indented by 2
  std::vector<std::string> results; ///< one expression each
  std::string comment;              ///< lines that start with "//"
};

/// What is computed once for all indices at some sizes: the members of struct prepared and the body of prepare().
struct PreparedText {
  struct Member {
    std::string name;    ///< "m", "divisor_m"
    std::string value;   ///< an expression in the body of prepare()
    std::string meaning; ///< for people, where the name does not say it
  };
  std::vector<Formal> formals;  ///< the parameters of prepare()
  std::vector<Member> sizes;    ///< the parameters as members
  std::vector<Member> divisors; ///< further members; never empty
  std::string body;             ///< statements, indented by 2
  std::string comment;          ///< lines that start with "//"
};

class CLike : public Dialect {
public:
  [[nodiscard]] Result<std::string> emit(const Unit& unit) const final;

protected:
  [[nodiscard]] virtual Spelling spelling(const Unit& unit, int bits) const = 0;
  [[nodiscard]] virtual std::string open_file(const Unit& unit) const = 0;
  [[nodiscard]] virtual std::string close_file(const Unit& unit) const = 0;
  /// Functions that split and flatten launches.
  [[nodiscard]] virtual std::string launch(const Unit& unit) const = 0;
  /// What a fixed table is called; the same in both variants.
  [[nodiscard]] virtual std::string table_name(const Unit& unit, const std::string& name) const;
  [[nodiscard]] virtual std::string table(const expr::Table& table, const std::string& name) const = 0;
  [[nodiscard]] virtual std::string open_variant(const Unit& unit, const Spelling& spelling) const = 0;
  /// The helper definitions, framed; `text` is not empty.
  [[nodiscard]] virtual std::string helpers(const std::string& text) const = 0;
  /// What precedes the functions: types and certified limits.
  [[nodiscard]] virtual std::string declarations(const Unit& unit, const Spelling& spelling,
                                                 const std::vector<std::string>& fields,
                                                 const LimitsText& limits) const = 0;
  [[nodiscard]] virtual std::string function(const Unit& unit, const Spelling& spelling,
                                             const FunctionText& f) const = 0;
  /// struct prepared and the function prepare.
  [[nodiscard]] virtual std::string prepared(const Unit& unit, const Spelling& spelling,
                                             const PreparedText& text) const = 0;
  [[nodiscard]] virtual std::string close_variant(const Unit& unit, const Spelling& spelling) const = 0;
  /// Whether the text has this function; prepared divisors come with all of them only.
  [[nodiscard]] virtual bool has(Role /*role*/) const { return true; }
  /// Names a function body must not use although no parameter has them.
  [[nodiscard]] virtual std::vector<std::string> taken_names(const std::vector<std::string>& fields) const;

private:
  [[nodiscard]] FunctionText function_text(const Unit& unit, const Spelling& spelled, Role role,
                                           const expr::Function& f, const std::vector<SizeDivisor>& divisors,
                                           HelperSet& used) const;
  [[nodiscard]] std::string variant(const Unit& unit, int bits) const;
};

/// Bits of the smallest of 8, 16, 32, 64 that holds every entry of the fixed table.
int entry_bits(const expr::Table& table);

/// "1, 2, 3" in lines of at most 118 columns, indented by 4.
std::string entry_list(const expr::Table& table);

} // namespace mapwright::emit
