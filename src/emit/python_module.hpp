// The pieces of an emitted Python module that its three flavours share.
#pragma once

#include "emit/helpers.hpp"
#include "emit/python_printer.hpp"
#include "emit/unit_text.hpp"

#include <string>
#include <vector>

namespace mapwright::emit {

/// One function, ready to be framed.
struct PythonFunction {
  Role role = Role::count;
  std::vector<std::string> fields;     ///< names of a point's coordinates
  std::vector<std::string> parameters; ///< names that differ from each other, as those of tables and arguments
  std::vector<std::string> runtime;    ///< run-time tables
  std::vector<std::string> fixed;      ///< fixed tables, in Triton
  std::vector<std::string> arguments;
  std::string body; ///< statements, indented by 4
  std::string zero; ///< the name of a word 0 in every lane, which the body reads; empty: it does not
  std::vector<std::string> results;
  bool has_uneven_loop = false; ///< lanes run some loop a different number of times
};

/// What a fixed table is called in the functions of a flavour: "cell_y", "_cell_y_i64".
std::string fixed_table_name(const PythonSpelling& spelling, const std::string& table);

PythonFunction python_function(const Unit& unit, const PythonSpelling& spelling, Role role, HelperSet& used);

/// file_comment in Python.
std::string python_comment(const Unit& unit, std::string_view language);

/// The fixed tables as tuples.
std::string python_tables(const Unit& unit);

/// The function count on integers of any size, called `name`.
std::string python_count(const Unit& unit, const std::string& name, HelperSet& used);

/// "    n, w = _index(n), _index(w)": integers of other libraries become Python's, floats are refused.
std::string as_integers(const PythonFunction& f);

/// The module without more than two empty lines in a row.
std::string tidy(std::string text);

/// `def NAME(sizes):` that says whether no intermediate leaves words of that many bits.
std::string python_fits(const Unit& unit, const domain::WordRange& range, const std::string& name);

/// "def NAME(a, b, c):" of all parameters, tables and arguments.
std::string definition_line(const PythonFunction& f, const std::string& name);

/// "a, b, c", or "(a,)" alone where `tuple` asks for a tuple.
std::string listed(const std::vector<std::string>& items, bool tuple);

/// The comment in place of a variant that is asked for and empty.
std::string missing_variant(const Unit& unit, int bits);

} // namespace mapwright::emit
