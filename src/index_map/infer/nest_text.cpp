// Nests as domain text.
#include "index_map/infer/nest.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

using Names = std::vector<std::string>;

/// "i + 2*j - 3", "0".
std::string linear(const std::vector<std::int64_t>& a, std::int64_t c, const Names& names) {
  std::string text;
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (a[k] == 0) {
      continue;
    }
    const std::int64_t size = a[k] < 0 ? -a[k] : a[k];
    const std::string term = size == 1 ? names[k] : fmt::format("{}*{}", size, names[k]);
    text += text.empty() ? (a[k] < 0 ? "-" + term : term) : (a[k] < 0 ? " - " : " + ") + term;
  }
  if (text.empty()) {
    return fmt::format("{}", c);
  }
  return c == 0 ? text : fmt::format("{} {} {}", text, c < 0 ? '-' : '+', c < 0 ? -c : c);
}

/// A term of the form factor*name.
std::string times(std::int64_t factor, const std::string& name) {
  return factor == 1 ? name : fmt::format("{}*{}", factor, name);
}

/// The right-hand side of q*x <= ... for a facet on t, x = residue + stride*t; negated for lower bounds.
std::string side(const Facet& facet, const Level& level, bool lower, const Names& names, std::int64_t more = 0) {
  const std::int64_t sign = lower ? -1 : 1;
  std::vector<std::int64_t> a(facet.a.size());
  const bool strided = level.stride > 1;
  for (std::size_t k = 0; k < a.size(); ++k) {
    a[k] = sign * level.stride * facet.a[k] + (strided ? facet.q * level.residue.a[k] : 0);
  }
  return linear(a, sign * level.stride * facet.c + (strided ? facet.q * level.residue.c : 0) + more, names);
}

std::string joined(const std::vector<std::string>& parts, const char* word) {
  std::string text = fmt::format("{}", fmt::join(parts, fmt::format(" {} ", word)));
  return parts.size() > 1 && std::string(word) == "or" ? "(" + text + ")" : text;
}

std::string bound_text(const Bound& bound, const Level& level, bool lower, const std::string& x, const Names& names) {
  std::vector<std::string> parts;
  for (const Facet& facet : bound.facets) {
    parts.push_back(fmt::format("{} {} {}", times(facet.q, x), lower ? ">=" : "<=", side(facet, level, lower, names)));
  }
  return joined(parts, bound.least ? "and" : "or");
}

std::string gap_text(const Gap& gap, const Level& level, const std::string& x, const Names& names) {
  std::vector<std::string> under;
  for (const Facet& facet : gap.below.facets) {
    under.push_back(fmt::format("{} < {}", times(facet.q, x), side(facet, level, true, names)));
  }
  std::vector<std::string> over;
  for (const Facet& facet : gap.highest.facets) {
    over.push_back(fmt::format("{} > {}", times(facet.q, x), side(facet, level, false, names)));
  }
  const auto part = [](const std::vector<std::string>& parts, bool least) {
    const std::string text = joined(parts, least ? "or" : "and");
    return !least && parts.size() > 1 ? "(" + text + ")" : text;
  };
  return fmt::format("({} or {})", part(under, gap.below.least), part(over, gap.highest.least));
}

bool is_plain(const Bound& bound) {
  return bound.facets.size() == 1 && bound.facets[0].q == 1;
}

/// The laws of one level but the outermost.
std::vector<std::string> level_text(const Level& level, const std::string& x, const Names& names) {
  std::vector<std::string> parts;
  if (is_plain(level.below) && is_plain(level.highest)) {
    const std::string low = side(level.below.facets[0], level, true, names);
    const std::string high = side(level.highest.facets[0], level, false, names);
    parts.push_back(low == high ? fmt::format("{} = {}", x, low) : fmt::format("{} <= {} <= {}", low, x, high));
  } else {
    parts.push_back(bound_text(level.below, level, true, x, names));
    parts.push_back(bound_text(level.highest, level, false, x, names));
  }
  if (level.stride > 1) {
    std::vector<std::int64_t> a{1};
    Names all{x};
    for (std::size_t k = 0; k < level.residue.a.size(); ++k) {
      a.push_back(-level.residue.a[k]);
      all.push_back(names[k]);
    }
    parts.push_back(fmt::format("({}) mod {} = 0", linear(a, -level.residue.c, all), level.stride));
  }
  for (const Gap& gap : level.gaps) {
    parts.push_back(gap_text(gap, level, x, names));
  }
  return parts;
}

/// The scan coordinates as expressions of the dimensions.
Names scan_names(const ScanOrder& order, const Names& dimensions) {
  Names names;
  for (const std::vector<std::int64_t>& key : order.key_of_point) {
    const std::string text = linear(key, 0, dimensions);
    names.push_back(text.find_first_of(" -") == std::string::npos ? text : "(" + text + ")");
  }
  return names;
}

std::string key_list(const ScanOrder& order, const Names& dimensions) {
  Names keys;
  for (const std::vector<std::int64_t>& key : order.key_of_point) {
    keys.push_back(linear(key, 0, dimensions));
  }
  return fmt::format("{}", fmt::join(keys, ", "));
}

} // namespace

std::string text_of(const Nest& nest, const std::vector<std::string>& dimensions, const std::string& parameter,
                    std::int64_t last) {
  const Names names = scan_names(nest.order, dimensions);
  const Level& outer = nest.levels[0];
  std::vector<std::string> parts;
  const std::int64_t first = outer.residue.c - outer.stride * value_of(outer.below, {});
  parts.push_back(parameter.empty() ? fmt::format("{} <= {} <= {}", first, names[0], last)
                                    : fmt::format("{} <= {} < {}", first, names[0], parameter));
  if (outer.stride > 1) {
    parts.push_back(fmt::format("({}) mod {} = 0", linear({1}, -first, names), outer.stride));
  }
  for (std::size_t d = 1; d < nest.levels.size(); ++d) {
    const std::vector<std::string> more = level_text(nest.levels[d], names[d], names);
    parts.insert(parts.end(), more.begin(), more.end());
  }
  const std::string set = fmt::format("{}{{ [{}] : {} }}", parameter.empty() ? "" : fmt::format("[{}] -> ", parameter),
                                      fmt::join(dimensions, ", "), fmt::join(parts, " and "));
  return nest.order.is_identity() ? set : fmt::format("ordered({}, {})", set, key_list(nest.order, dimensions));
}

std::vector<std::string> laws_of(const Nest& nest, const std::vector<std::string>& dimensions) {
  const Names names = scan_names(nest.order, dimensions);
  std::vector<std::string> laws;
  if (!nest.order.is_identity()) {
    laws.push_back("ordered by " + key_list(nest.order, dimensions));
  }
  const Level& outer = nest.levels[0];
  const std::int64_t first = outer.residue.c - outer.stride * value_of(outer.below, {});
  laws.push_back(outer.stride == 1 ? fmt::format("{} from {} on", names[0], first)
                                   : fmt::format("{} from {} on in steps of {}", names[0], first, outer.stride));
  for (std::size_t d = 1; d < nest.levels.size(); ++d) {
    laws.push_back(fmt::format("{}", fmt::join(level_text(nest.levels[d], names[d], names), " and ")));
  }
  return laws;
}

} // namespace mapwright::index_map::infer
