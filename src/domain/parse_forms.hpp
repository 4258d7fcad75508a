// The forms of domain text, one function each; parse.hpp is the door.
#pragma once

#include "domain/catalogue.hpp"
#include "domain/fragment.hpp"
#include "domain/parse.hpp"

#include <span>
#include <utility>
#include <vector>

namespace mapwright::domain {

/// What all forms share: the options and how deep domains are nested in one another.
struct Parsing {
  const ParseOptions* options = nullptr;
  int depth = 0;
};

/// Any form.
Result<Domain> parse_any(const Fragment& fragment, const Parsing& parsing);

/// `[n] -> { [i, j] : ... }`
Result<Domain> parse_set(const Fragment& fragment);

/// The part behind `fractal:`
Result<Domain> parse_fractal(const Fragment& fragment);

/// The cells of `fractal:SCALE:(a,b) (c,d) ...`
Result<Domain> parse_fractal_cells(const Fragment& cells, int scale);

/// The part behind `substitution:`
Result<Domain> parse_substitution(const Fragment& fragment);

/// The part behind `halving:`: a triangle
Result<Domain> parse_halving(const Fragment& fragment);

/// The part behind `where:`
Result<Domain> parse_where(const Fragment& fragment);

/// `for (i = 0; i < n; ++i) for (j = 0; j <= i; ++j)`
Result<Domain> parse_loops(const Fragment& fragment);

/// `NAME`, `NAME(a=1, b=2)` of the catalogue, or `union(A, B)` and the like.
Result<Domain> parse_named(const Fragment& fragment, const Parsing& parsing);

/// The contents of a TOML file.
Result<Domain> parse_toml_text(const Fragment& fragment, const Parsing& parsing);

/// FILE.toml
Result<Domain> parse_toml_file(const Fragment& fragment, const Parsing& parsing);

enum class SetOperation : std::uint8_t { unite, subtract, intersect };

/// Set operation on affine domains of equal dimension count, left to right; dimensions are named as in the first.
Result<Domain> combine(SetOperation operation, const std::vector<std::pair<Fragment, Domain>>& domains,
                       const Fragment& fragment);

/// `inner` once per row of a batch; `fragment` is the text of `inner`.
Result<Domain> make_ragged(Domain inner, const Fragment& fragment);

/// Pairs p >= q of points of `inner`; `fragment` is the text of `inner`.
Result<Domain> make_pairs(Domain inner, const Fragment& fragment);

/// The points of an affine domain in lexicographic order of `keys`, linear expressions of its dimensions that form a
/// unimodular matrix; `fragment` is the text of `inner`.
Result<Domain> make_ordered(Domain inner, std::span<const Fragment> keys, const Fragment& fragment);

/// Replaces a parameter by a constant. `fragment` is the text errors point at.
Result<Domain> bind_parameter(Domain domain, Symbol parameter, Int value, const Fragment& fragment);

/// A fractal shape from its kept cells in order, all of one dimension count; with names of dimensions and a summary.
Domain make_fractal(int scale, std::vector<std::vector<int>> cells);

/// The same for a substitution system, whose tiles have children.
Domain make_substitution(SubstitutionShape shape);

/// Limits of fractals and substitution systems in text: cells per axis, and kept cells of a mask.
inline constexpr int most_scale = 64;
inline constexpr std::size_t most_cells = 4096;

/// row, col; layer, row, col; ... for a mask of that many dimensions.
std::vector<std::string> mask_dimensions(std::size_t count);

} // namespace mapwright::domain
