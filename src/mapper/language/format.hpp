// The text of a mapper in its one canonical form.
#pragma once

#include "mapper/language/syntax.hpp"

#include <string>

namespace mapwright::mapper::language {

/// One statement a line, bodies indented by two, as few parentheses as the meaning needs. Comments stay, and so does an
/// empty line between statements. parse_mapper gives the same tree back: parse(format(x)) == x.
std::string format_mapper(const MapperSyntax& mapper);

/// One expression, as errors quote it.
std::string format_expression(const Expression& expression);

} // namespace mapwright::mapper::language
