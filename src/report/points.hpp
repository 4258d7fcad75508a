// Indices and their points, as rows.
#pragma once

#include "domain/domain.hpp"
#include "report/json.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::report {

/// Consecutive indices and their points.
struct Points {
  expr::Int from = 0;
  expr::Int count = 0; ///< of the whole domain
  std::vector<domain::Point> points;
};

/// "index,i,j\n".
std::string csv_header(const std::vector<std::string>& dimensions);
void append_csv(std::string& text, expr::Int index, const domain::Point& point);

/// An aligned table; a line that says so when there is no point.
std::string to_text(const Points& points, const domain::Domain& domain);
Json to_json(const Points& points, const domain::Domain& domain, std::span<const expr::Int> sizes);

/// A point that was asked about, and its index; nothing: not in the domain.
struct Ranked {
  domain::Point point;
  std::optional<expr::Int> index;
};

/// The columns of csv_header; the index of a point outside the domain is empty.
std::string to_csv(const std::vector<Ranked>& ranked, const std::vector<std::string>& dimensions);
/// For people: the table of to_text; "-" stands for no index. A single point is its index alone.
std::string to_text(const std::vector<Ranked>& ranked, const domain::Domain& domain);
Json to_json(const std::vector<Ranked>& ranked, expr::Int count, const domain::Domain& domain,
             std::span<const expr::Int> sizes);

} // namespace mapwright::report
