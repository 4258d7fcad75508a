// Expressions of mappers as C++, on the classes of text/integers.inc and text/spaces.inc.
#pragma once

#include "emit/names.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/language/syntax.hpp"

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// The C++ names of what a mapper defines, and of what is in scope.
struct CppScope {
  emit::NameSet taken;
  std::map<std::string, std::string> variables; ///< global ones
  std::map<std::string, std::string> functions;
  std::map<std::string, std::size_t> parameters;           ///< how many each function has
  std::vector<std::pair<std::string, std::string>> locals; ///< what is called so, innermost last
};

/// What was met on the way.
struct CppFindings {
  std::vector<language::Span> sets;     ///< indices of '*', which stand for several processors
  std::set<std::string> methods;        ///< of spaces: "auto_split"
  std::vector<language::Span> unpacked; ///< lists of arguments with two unpacked tuples, which have no C++
  std::set<std::string> used;           ///< C++ names of what is in scope
};

class CppExpressions {
public:
  CppExpressions(CppScope& scope, CppFindings& findings) : scope_(scope), findings_(findings) {}

  /// The expression in C++. Its type is Int, bool, Tuple, Space, View or Places.
  std::string value(const language::Expression& e) { return text(e, 0, false); }

private:
  /// `tightness`: how tightly what stands around binds. `bare`: an integer may be one of C++.
  std::string text(const language::Expression& e, int tightness, bool bare);
  std::string name(const language::Expression& e);
  std::string negation(const language::Expression& e, int tightness, bool bare);
  std::string binary(const language::Expression& e, int tightness);
  std::string conditional(const language::Expression& e, int tightness);
  std::string index(const language::Expression& e);
  std::string slice(const language::Expression& e);
  std::string method(const language::Expression& e);
  std::string call(const language::Expression& e);
  std::string comprehension(const language::Expression& e);
  std::string base(const language::Expression& e);
  /// "a, b": operands from `from` on, unpacked tuples as they are.
  std::string items(const language::Expression& e, std::size_t from);
  /// {a, b} as a Tuple.
  std::string tuple(const language::Expression& e, std::size_t from);
  /// `function` applied to the operands from `from` on, `count` with all that is unpacked.
  std::string applied(const std::string& function, const language::Expression& e, std::size_t from, std::size_t count);

  CppScope& scope_;
  CppFindings& findings_;
};

} // namespace mapwright::mapper
