// fractal:SCALE:ROW,ROW,...  rows of one layer; '/' between layers, '//' between blocks of layers.
#include "domain/parse_forms.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

/// Reads a mask of 1 to 4 dimensions. The separators, innermost first, are: none (cells), ",", "/", "//".
class MaskReader {
public:
  MaskReader(const Fragment& text, int scale) : text_(text), scale_(scale) {}

  Result<std::vector<std::vector<int>>> read() {
    const std::string_view all = text_.view();
    const std::size_t dimensions = all.find("//") != std::string_view::npos  ? 4
                                   : all.find('/') != std::string_view::npos ? 3
                                   : all.find(',') != std::string_view::npos ? 2
                                                                             : 1;
    offset_.assign(dimensions, 0);
    if (auto error = part(0, text_.trimmed())) {
      return tl::unexpected<Error>(*error);
    }
    if (cells_.empty()) {
      return tl::unexpected<Error>(text_.error(0, "the mask keeps no cell", "mark kept cells with 1"));
    }
    return std::move(cells_);
  }

private:
  static std::vector<Fragment> split(const Fragment& text, std::string_view separator) {
    std::vector<Fragment> parts;
    std::size_t start = 0;
    for (;;) {
      const std::size_t at = text.view().find(separator, start);
      parts.push_back(text.part(start, at).trimmed());
      if (at == std::string_view::npos) {
        return parts;
      }
      start = at + separator.size();
    }
  }

  std::optional<Error> part(std::size_t level, const Fragment& text) {
    static constexpr std::array<std::string_view, 3> separators{",", "/", "//"};
    static constexpr std::array<std::string_view, 3> names{"row", "layer", "block"};
    const std::size_t below = offset_.size() - 1 - level;
    if (below == 0) {
      return row(text);
    }
    const std::vector<Fragment> parts = split(text, separators[below - 1]);
    if (parts.size() != static_cast<std::size_t>(scale_)) {
      return text.error(0, fmt::format("expected {} {}s, found {}", scale_, names[below - 1], parts.size()),
                        "a mask has as many cells along every axis as its scale");
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      offset_[level] = static_cast<int>(i);
      if (auto error = part(level + 1, parts[i])) {
        return error;
      }
    }
    return std::nullopt;
  }

  std::optional<Error> row(const Fragment& text) {
    const std::string_view cells = text.view();
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] != '0' && cells[i] != '1') {
        return text.error(i, "a mask is written with 0 and 1", "rows are separated by ',', layers by '/'");
      }
    }
    if (cells.size() != static_cast<std::size_t>(scale_)) {
      return text.error(0, fmt::format("expected a row of {} cells, found {}", scale_, cells.size()),
                        "a mask has as many cells along every axis as its scale");
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (cells[i] == '1') {
        if (cells_.size() == most_cells) {
          return text.error(i, fmt::format("the mask keeps more than {} cells", most_cells));
        }
        offset_.back() = static_cast<int>(i);
        cells_.push_back(offset_);
      }
    }
    return std::nullopt;
  }

  Fragment text_;
  int scale_;
  std::vector<int> offset_;
  std::vector<std::vector<int>> cells_;
};

} // namespace

std::vector<std::string> mask_dimensions(std::size_t count) {
  static const std::vector<std::string> all{"block", "layer", "row", "col"};
  return {all.end() - static_cast<std::ptrdiff_t>(count), all.end()};
}

Domain make_fractal(int scale, std::vector<std::vector<int>> cells) {
  Domain domain;
  const std::size_t dimensions = cells.front().size();
  domain.dimensions = mask_dimensions(dimensions);
  domain.parameters = {Symbol("level")};
  domain.summary =
      fmt::format("self-similar set, {} of {}^{} cells kept at each level", cells.size(), scale, dimensions);
  domain.shape = FractalShape{scale, std::move(cells)};
  return domain;
}

Domain make_substitution(SubstitutionShape shape) {
  Domain domain;
  domain.dimensions = mask_dimensions(shape.tiles.front().children.front().offset.size());
  domain.parameters = {Symbol("level")};
  domain.summary = fmt::format("substitution system of {} tile{}, scale {}", shape.tiles.size(),
                               shape.tiles.size() == 1 ? "" : "s", shape.scale);
  domain.shape = std::move(shape);
  return domain;
}

Result<Domain> parse_fractal(const Fragment& fragment) {
  const std::string_view text = fragment.view();
  const std::size_t colon = text.find(':');
  const Fragment number = fragment.part(0, colon).trimmed();
  const auto scale = expr::parse_int(number.view());
  if (!scale || *scale < 2 || *scale > most_scale) {
    return tl::unexpected<Error>(
        number.error(0, fmt::format("expected a scale from 2 to {}", most_scale), "e.g. fractal:3:111,101,111"));
  }
  if (colon == std::string_view::npos) {
    return tl::unexpected<Error>(
        fragment.error(text.size(), "expected ':' and the rows of the mask", "e.g. fractal:3:111,101,111"));
  }
  if (const Fragment rest = fragment.part(colon + 1).trimmed(); rest.view().starts_with('(')) {
    return parse_fractal_cells(rest, static_cast<int>(*scale));
  }
  auto cells = MaskReader(fragment.part(colon + 1), static_cast<int>(*scale)).read();
  if (!cells) {
    return forward(cells);
  }
  return make_fractal(static_cast<int>(*scale), std::move(*cells));
}

} // namespace mapwright::domain
