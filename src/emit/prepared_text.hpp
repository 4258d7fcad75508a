// The names and words of the prepared part of an emitted variant: struct prepared, prepare() and its unrank.
#pragma once

#include "emit/c_like.hpp"

#include <string>
#include <vector>

namespace mapwright::emit {

/// The members of struct prepared.
struct PreparedMembers {
  std::vector<std::string> parameters; ///< "n"
  std::vector<std::string> divisors;   ///< "divisor_n", or "divisor_1" where the divisor is more than a parameter
};

PreparedMembers members_of(const domain::Domain& domain, const std::vector<SizeDivisor>& divisors);

/// The members of struct prepared and the body of prepare(); the helpers it calls join `used`.
PreparedText prepared_text(const Unit& unit, const Spelling& spelling, const std::vector<SizeDivisor>& divisors,
                           HelperSet& used);

/// The comment at the unrank that takes a struct prepared.
std::string prepared_comment(const Unit& unit, const std::vector<std::string>& fields);

/// The lines of struct prepared's members, given the types of indices and divisors.
std::string member_lines(const PreparedText& text, const std::string& index, const std::string& divisor);

/// The values of struct prepared's members in their order: "n, m, detail::make_divisor(m)".
std::string member_values(const PreparedText& text);

} // namespace mapwright::emit
