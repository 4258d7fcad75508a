// Masks and substitution systems in TOML.
#include "domain/toml_text.hpp"

#include <map>
#include <string_view>

namespace mapwright::domain {

namespace {

constexpr std::int64_t most_scale = 64;
constexpr std::size_t most_children = 4096;
constexpr std::size_t most_tiles = 64;

class TileReader : public TomlText {
public:
  explicit TileReader(const TomlText& source) : TomlText(source) {}

  Result<Domain> fractal(const toml::table& table) const {
    if (auto error = unknown_key(table, {"scale", "mask"})) {
      return tl::unexpected<Error>(*error);
    }
    const auto scale = scale_of(table);
    if (!scale) {
      return forward(scale);
    }
    const toml::node* node = table.get("mask");
    if (node == nullptr) {
      return refuse(table, "'mask' is missing", "e.g. mask = [\"111\", \"101\", \"111\"]");
    }
    std::vector<int> prefix;
    std::vector<Cell> cells;
    std::size_t dimensions = 0;
    if (auto error = mask(*node, *scale, prefix, cells, dimensions)) {
      return tl::unexpected<Error>(*error);
    }
    std::vector<std::vector<int>> kept;
    for (Cell& cell : cells) {
      if (cell.letter != '0' && cell.letter != '1') {
        return tl::unexpected<Error>(text().error(cell.place, "a mask is written with 0 and 1"));
      }
      if (cell.letter == '1') {
        kept.push_back(std::move(cell.offset));
      }
    }
    if (kept.empty()) {
      return refuse(*node, "the mask keeps no cell", "mark kept cells with 1");
    }
    if (kept.size() > most_children) {
      return refuse(*node, fmt::format("the mask keeps more than {} cells", most_children));
    }
    return make_fractal(*scale, std::move(kept));
  }

  Result<Domain> substitution(const toml::table& table) const {
    if (auto error = unknown_key(table, {"scale", "start", "tiles"})) {
      return tl::unexpected<Error>(*error);
    }
    const auto scale = scale_of(table);
    if (!scale) {
      return forward(scale);
    }
    const toml::node* tiles = table.get("tiles");
    if (tiles == nullptr || !tiles->is_table() || tiles->as_table()->empty()) {
      return refuse(tiles != nullptr ? *tiles : table, "'tiles' is missing: one mask of tile names per tile",
                    "e.g. [substitution.tiles] with A = [\"AB\", \"B.\"]");
    }
    SubstitutionShape shape;
    shape.scale = *scale;
    std::map<std::string, int, std::less<>> types;
    for (const auto& [key, node] : *tiles->as_table()) {
      types.emplace(std::string(key.str()), static_cast<int>(types.size()));
      shape.tiles.push_back({std::string(key.str()), {}});
      if (types.size() > most_tiles) {
        return refuse(node, fmt::format("more than {} tiles", most_tiles));
      }
    }
    std::size_t dimensions = 0;
    for (const auto& [key, node] : *tiles->as_table()) {
      auto children = read_children(node, *scale, types, dimensions);
      if (!children) {
        return forward(children);
      }
      shape.tiles[static_cast<std::size_t>(types.find(key.str())->second)].children = std::move(*children);
    }
    const toml::node* start = table.get("start");
    const auto found = start != nullptr && start->is_string() ? types.find(start->as_string()->get()) : types.end();
    if (found == types.end()) {
      return refuse(start != nullptr ? *start : table, "'start' is the name of the first tile", "e.g. start = \"A\"");
    }
    shape.start = found->second;
    return make_substitution(std::move(shape));
  }

private:
  Result<int> scale_of(const toml::table& table) const {
    const toml::node* scale = table.get("scale");
    if (scale == nullptr) {
      return refuse(table, "'scale' is missing: the number of cells per axis", "e.g. scale = 3");
    }
    if (!scale->is_integer() || scale->as_integer()->get() < 2 || scale->as_integer()->get() > most_scale) {
      return refuse(*scale, fmt::format("expected a scale from 2 to {}", most_scale), "e.g. scale = 3");
    }
    return static_cast<int>(scale->as_integer()->get());
  }

  struct Cell {
    std::vector<int> offset;
    char letter = '.';
    std::size_t place = 0; ///< offset in the file
  };

  std::optional<Error> mask(const toml::node& node, int scale, std::vector<int>& prefix, std::vector<Cell>& cells,
                            std::size_t& dimensions) const {
    constexpr std::size_t most = 4;
    if (node.is_string()) {
      const std::string& row = node.as_string()->get();
      if (row.size() != static_cast<std::size_t>(scale)) {
        return text().error(offset_of(node), fmt::format("expected a row of {} cells, found {}", scale, row.size()),
                            "a mask has as many cells along every axis as its scale");
      }
      if (dimensions != 0 && dimensions != prefix.size() + 1) {
        return text().error(offset_of(node), "rows and layers are mixed");
      }
      dimensions = prefix.size() + 1;
      for (int i = 0; i < scale; ++i) {
        Cell cell{prefix, row[static_cast<std::size_t>(i)], offset_of(node) + 1 + static_cast<std::size_t>(i)};
        cell.offset.push_back(i);
        cells.push_back(std::move(cell));
      }
      return std::nullopt;
    }
    const toml::array* list = node.as_array();
    if (list == nullptr || prefix.size() >= most - 1) {
      return text().error(offset_of(node), "expected a mask: a list of rows, or of layers of rows",
                          "e.g. mask = [\"111\", \"101\", \"111\"]");
    }
    if (list->size() != static_cast<std::size_t>(scale)) {
      return text().error(offset_of(node),
                          fmt::format("expected {} parts along this axis, found {}", scale, list->size()),
                          "a mask has as many cells along every axis as its scale");
    }
    for (int i = 0; i < scale; ++i) {
      prefix.push_back(i);
      if (auto error = mask(*list->get(static_cast<std::size_t>(i)), scale, prefix, cells, dimensions)) {
        return error;
      }
      prefix.pop_back();
      if (cells.size() > (std::size_t{1} << 20)) {
        return text().error(offset_of(node), "the mask is too large");
      }
    }
    return std::nullopt;
  }

  using Types = std::map<std::string, int, std::less<>>;
  using Children = std::vector<SubstitutionShape::Child>;

  Result<Children> read_children(const toml::node& node, int scale, const Types& types, std::size_t& dimensions) const {
    const toml::array* list = node.as_array();
    const bool listed = list != nullptr && !list->empty() && list->get(0)->is_table();
    const std::size_t before = dimensions;
    auto children =
        listed ? listed_children(*list, scale, types, dimensions) : mask_children(node, scale, types, dimensions);
    if (!children) {
      return children;
    }
    if (children->empty()) {
      return refuse(node, "the tile has no child", "every tile holds at least one tile");
    }
    if (children->size() > most_children) {
      return refuse(node, fmt::format("the tile has more than {} children", most_children));
    }
    if (before != 0 && before != dimensions) {
      return refuse(node, "all tiles have the same number of dimensions");
    }
    return children;
  }

  Result<Children> mask_children(const toml::node& node, int scale, const Types& types, std::size_t& dimensions) const {
    std::vector<int> prefix;
    std::vector<Cell> cells;
    std::size_t own = 0;
    if (auto error = mask(node, scale, prefix, cells, own)) {
      return tl::unexpected<Error>(*error);
    }
    dimensions = own;
    Children children;
    for (Cell& cell : cells) {
      if (cell.letter == '.') {
        continue;
      }
      const auto type = types.find(std::string_view(&cell.letter, 1));
      if (type == types.end()) {
        return tl::unexpected<Error>(
            text().error(cell.place, "unknown tile", "use the name of a tile, or '.' for none"));
      }
      children.push_back({std::move(cell.offset), type->second});
    }
    return children;
  }

  Result<Children> listed_children(const toml::array& list, int scale, const Types& types,
                                   std::size_t& dimensions) const {
    constexpr const char* example = "e.g. A = [{at = [0, 0], tile = \"A\"}, {at = [1, 0], tile = \"B\"}]";
    Children children;
    std::size_t own = 0;
    for (const toml::node& node : list) {
      const toml::table* child = node.as_table();
      const toml::node* at = child != nullptr ? child->get("at") : nullptr;
      const toml::node* tile = child != nullptr ? child->get("tile") : nullptr;
      if (at == nullptr || !at->is_array() || tile == nullptr || !tile->is_string() || child->size() != 2) {
        return refuse(node, "expected a child with 'at' and 'tile'", example);
      }
      const auto type = types.find(tile->as_string()->get());
      if (type == types.end()) {
        return refuse(*tile, fmt::format("unknown tile '{}'", tile->as_string()->get()), example);
      }
      SubstitutionShape::Child made{{}, type->second};
      for (const toml::node& coordinate : *at->as_array()) {
        if (!coordinate.is_integer() || coordinate.as_integer()->get() < 0 || coordinate.as_integer()->get() >= scale) {
          return refuse(coordinate, fmt::format("a coordinate is an integer from 0 to {}", scale - 1), example);
        }
        made.offset.push_back(static_cast<int>(coordinate.as_integer()->get()));
      }
      if (made.offset.empty() || made.offset.size() > 4 || (own != 0 && own != made.offset.size())) {
        return refuse(*at, "children have one to four coordinates, all the same number", example);
      }
      own = made.offset.size();
      if (children.size() > most_children) {
        break;
      }
      const bool taken = std::any_of(children.begin(), children.end(),
                                     [&](const SubstitutionShape::Child& c) { return c.offset == made.offset; });
      if (taken) {
        return refuse(*at, "two children stand at the same place");
      }
      children.push_back(std::move(made));
    }
    dimensions = own;
    return children;
  }
};

} // namespace

Result<Domain> read_toml_fractal(const TomlText& source, const toml::table& table) {
  return TileReader(source).fractal(table);
}

Result<Domain> read_toml_substitution(const TomlText& source, const toml::table& table) {
  return TileReader(source).substitution(table);
}

} // namespace mapwright::domain
