// What `map audit` says: the earliest wrong index, its kinds, where it bites, the arithmetic meant, what to use
// instead.
#pragma once

#include "index_map/audit.hpp"
#include "report/json.hpp"

#include <optional>
#include <string>

namespace mapwright::report {

/// A proved map to use instead.
struct Replacement {
  std::string language; ///< of the dialect: "cpp"
  std::string bits;     ///< of the variant: "32" or "64"
  std::string covers;   ///< its sizes: "n <= 46340"
  std::string command;  ///< that prints it
  std::string file{};   ///< where it was written, or empty
  std::string source{};
};

struct AuditAnswer {
  std::string domain; ///< its text
  std::string file;   ///< of the function
  std::string function;
  index_map::AuditReport report;
  std::optional<Replacement> replacement{}; ///< nothing when no word covers the sizes
};

/// `parameters` name the sizes.
std::string to_text(const AuditAnswer& answer, const std::vector<expr::Symbol>& parameters);
Json to_json(const AuditAnswer& answer, const std::vector<expr::Symbol>& parameters);

} // namespace mapwright::report
