// Cells in an order of their own: fractal:2:(0,0) (1,1) (1,0)
// and tiles:                      substitution:2:A=(0,0)A (0,1)B; B=(0,0)A
#include "domain/parse_forms.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

constexpr std::size_t most_tiles = 64;
constexpr std::size_t most_axes = 4;
constexpr const char* cells_example = "e.g. fractal:2:(0,0) (1,1) (1,0)";
constexpr const char* tiles_example = "e.g. substitution:2:A=(0,0)A (0,1)B; B=(0,0)A";

/// A cell and the name behind it.
struct NamedCell {
  std::vector<int> offset;
  Fragment name;
  Fragment place;
};

class CellReader {
public:
  CellReader(const Fragment& text, int scale, const char* example)
      : rest_(text.trimmed()), scale_(scale), example_(example) {}

  Result<std::vector<NamedCell>> read() {
    std::vector<NamedCell> cells;
    while (!rest_.empty()) {
      auto cell = next();
      if (!cell) {
        return forward(cell);
      }
      if (!cells.empty() && cell->offset.size() != cells.front().offset.size()) {
        return refuse(cell->place, "all cells have the same number of coordinates");
      }
      for (const NamedCell& other : cells) {
        if (other.offset == cell->offset) {
          return refuse(cell->place, "two cells stand at the same place");
        }
      }
      if (cells.size() == most_cells) {
        return refuse(cell->place, fmt::format("more than {} cells", most_cells));
      }
      cells.push_back(std::move(*cell));
    }
    return cells;
  }

private:
  [[nodiscard]] tl::unexpected<Error> refuse(const Fragment& at, std::string message) const {
    return tl::unexpected<Error>(at.error(0, std::move(message), example_));
  }

  Result<NamedCell> next() {
    const std::size_t close = rest_.view()[0] == '(' ? rest_.view().find(')') : std::string_view::npos;
    if (close == std::string_view::npos) {
      return refuse(rest_, "expected a cell in parentheses");
    }
    NamedCell cell{{}, rest_.part(close + 1), rest_};
    for (const Fragment& part : split_outside_brackets(rest_.part(1, close), ',')) {
      const auto value = expr::parse_int(part.view());
      if (!value || *value < 0 || *value >= scale_) {
        return refuse(part, fmt::format("a coordinate is an integer from 0 to {}", scale_ - 1));
      }
      cell.offset.push_back(static_cast<int>(*value));
    }
    if (cell.offset.empty() || cell.offset.size() > most_axes) {
      return refuse(rest_, fmt::format("a cell has 1 to {} coordinates", most_axes));
    }
    const std::string_view behind = rest_.view().substr(close + 1);
    const std::size_t end = std::min(behind.find_first_of(" ("), behind.size());
    cell.name = rest_.part(close + 1, close + 1 + end);
    rest_ = rest_.part(close + 1 + end).trimmed();
    return cell;
  }

  Fragment rest_;
  int scale_;
  const char* example_;
};

/// SCALE and what stands behind its colon.
Result<std::pair<int, Fragment>> read_scale(const Fragment& fragment, const char* example) {
  const std::size_t colon = fragment.view().find(':');
  const Fragment number = fragment.part(0, colon).trimmed();
  const auto scale = expr::parse_int(number.view());
  if (!scale || *scale < 2 || *scale > most_scale || colon == std::string_view::npos) {
    return tl::unexpected<Error>(
        number.error(0, fmt::format("expected a scale from 2 to {} and ':'", most_scale), example));
  }
  return std::pair{static_cast<int>(*scale), fragment.part(colon + 1)};
}

struct TileText {
  Fragment name;
  Fragment cells;
};

Result<std::vector<TileText>> read_tiles(const Fragment& text) {
  std::vector<TileText> tiles;
  for (const Fragment& part : split_outside_brackets(text, ';')) {
    const std::size_t equals = part.view().find('=');
    const Fragment name = part.part(0, equals).trimmed();
    if (equals == std::string_view::npos || !expr::is_name(name.view())) {
      return tl::unexpected<Error>(part.error(0, "expected NAME=CELLS", tiles_example));
    }
    for (const TileText& other : tiles) {
      if (other.name.view() == name.view()) {
        return tl::unexpected<Error>(name.error(0, fmt::format("the tile '{}' is given twice", name.view())));
      }
    }
    tiles.push_back({name, part.part(equals + 1)});
  }
  if (tiles.empty() || tiles.size() > most_tiles) {
    return tl::unexpected<Error>(text.error(0, fmt::format("expected 1 to {} tiles", most_tiles), tiles_example));
  }
  return tiles;
}

} // namespace

Result<Domain> parse_fractal_cells(const Fragment& cells, int scale) {
  auto read = CellReader(cells, scale, cells_example).read();
  if (!read) {
    return forward(read);
  }
  std::vector<std::vector<int>> offsets;
  for (NamedCell& cell : *read) {
    if (!cell.name.empty()) {
      return tl::unexpected<Error>(cell.name.error(0, "expected a blank and the next cell", cells_example));
    }
    offsets.push_back(std::move(cell.offset));
  }
  return make_fractal(scale, std::move(offsets));
}

Result<Domain> parse_substitution(const Fragment& fragment) {
  const auto scaled = read_scale(fragment, tiles_example);
  if (!scaled) {
    return forward(scaled);
  }
  const auto texts = read_tiles(scaled->second);
  if (!texts) {
    return forward(texts);
  }
  SubstitutionShape shape;
  shape.scale = scaled->first;
  std::size_t dimensions = 0;
  for (const TileText& text : *texts) {
    auto cells = CellReader(text.cells, shape.scale, tiles_example).read();
    if (!cells) {
      return forward(cells);
    }
    if (cells->empty() || (dimensions != 0 && cells->front().offset.size() != dimensions)) {
      return tl::unexpected<Error>(text.name.error(
          0, "every tile holds at least one tile, and all have the same number of dimensions", tiles_example));
    }
    dimensions = cells->front().offset.size();
    shape.tiles.push_back({std::string(text.name.view()), {}});
    for (NamedCell& cell : *cells) {
      const auto type = std::find_if(texts->begin(), texts->end(),
                                     [&](const TileText& other) { return other.name.view() == cell.name.view(); });
      if (type == texts->end()) {
        return tl::unexpected<Error>(
            cell.place.error(0, fmt::format("unknown tile '{}'", cell.name.view()), tiles_example));
      }
      shape.tiles.back().children.push_back({std::move(cell.offset), static_cast<int>(type - texts->begin())});
    }
  }
  return make_substitution(std::move(shape));
}

} // namespace mapwright::domain
