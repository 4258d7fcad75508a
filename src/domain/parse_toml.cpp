// Domains in TOML files; docs/domains.md lists the keys.
#include "domain/affine_rows.hpp"
#include "domain/parse_forms.hpp"
#include "domain/suggest.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace mapwright::domain {

namespace {

constexpr std::size_t most_file = std::size_t{1} << 20;
constexpr std::int64_t most_scale = 64;
constexpr std::size_t most_children = 4096;
constexpr std::size_t most_tiles = 64;

class TomlReader {
public:
  TomlReader(const Fragment& text, const Parsing& parsing) : text_(text), parsing_(parsing) {}

  Result<Domain> read(const toml::table& table) {
    static const std::vector<std::string> forms{"domain",       "union",  "difference",
                                                "intersection", "ragged", "fractal", "substitution"};
    std::vector<std::string> known = forms;
    known.emplace_back("summary");
    if (auto error = unknown_key(table, known)) {
      return tl::unexpected<Error>(*error);
    }
    const toml::node* chosen = nullptr;
    std::string form;
    for (const auto& [key, node] : table) {
      if (key.str() == "summary") {
        continue;
      }
      if (chosen != nullptr) {
        return refuse(node, fmt::format("a file describes one domain: both '{}' and '{}' are given", form, key.str()));
      }
      chosen = &node;
      form = std::string(key.str());
    }
    if (chosen == nullptr) {
      return tl::unexpected<Error>(
          text_.error(0, "the file describes no domain", fmt::format("give one of: {}", fmt::join(forms, ", "))));
    }
    auto domain = read_form(form, *chosen);
    if (const toml::node* summary = table.get("summary"); domain && summary != nullptr) {
      if (!summary->is_string()) {
        return refuse(*summary, "the summary is a text");
      }
      domain->summary = summary->as_string()->get();
    }
    return domain;
  }

private:
  // Places -----------------------------------------------------------------------------------------------------------

  [[nodiscard]] std::size_t offset_of(const toml::node& node) const {
    const auto begin = node.source().begin;
    std::size_t offset = 0;
    for (toml::source_index line = 1; line < begin.line; ++line) {
      const std::size_t newline = text_.view().find('\n', offset);
      if (newline == std::string_view::npos) {
        return 0;
      }
      offset = newline + 1;
    }
    // The columns of toml++ count characters; a byte that continues one does not count.
    toml::source_index column = 1;
    const std::string_view all = text_.view();
    while (offset < all.size() && column < begin.column && all[offset] != '\n') {
      ++offset;
      while (offset < all.size() && (static_cast<unsigned char>(all[offset]) & 0xC0U) == 0x80U) {
        ++offset;
      }
      ++column;
    }
    return offset;
  }

  [[nodiscard]] tl::unexpected<Error> refuse(const toml::node& node, std::string message, std::string hint = {}) const {
    return tl::unexpected<Error>(text_.error(offset_of(node), std::move(message), std::move(hint)));
  }

  /// Runs `parse` on the text of a string node. Errors point into the file where the string stands there unchanged,
  /// else at its start.
  template <class Parse> Result<Domain> within(const toml::node& node, Parse parse) const {
    const std::string& value = node.as_string()->get();
    const std::size_t start = offset_of(node);
    for (const std::size_t quotes : {std::size_t{1}, std::size_t{3}, std::size_t{4}}) {
      if (start + quotes + value.size() <= text_.view().size() &&
          text_.view().substr(start + quotes, value.size()) == value) {
        return parse(text_.part(start + quotes, start + quotes + value.size()));
      }
    }
    auto result = parse(whole(value, text_.file));
    if (!result) {
      result.error().where = text_.error(start, "").where;
    }
    return result;
  }

  [[nodiscard]] std::optional<Error> unknown_key(const toml::table& table,
                                                 const std::vector<std::string>& known) const {
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        return text_.error(offset_of(node), fmt::format("unknown key '{}'", name),
                           suggest(name, known, fmt::format("known keys: {}", fmt::join(known, ", "))));
      }
    }
    return std::nullopt;
  }

  // Forms ------------------------------------------------------------------------------------------------------------

  Result<Domain> read_form(const std::string& form, const toml::node& node) {
    if (form == "domain") {
      return text_domain(node);
    }
    if (form == "union") {
      return members(SetOperation::unite, node);
    }
    if (form == "difference") {
      return members(SetOperation::subtract, node);
    }
    if (form == "intersection") {
      return members(SetOperation::intersect, node);
    }
    if (!node.is_table()) {
      return refuse(node, fmt::format("'{}' is a table", form), fmt::format("write [{}] on a line of its own", form));
    }
    const toml::table& table = *node.as_table();
    return form == "ragged" ? ragged(table) : form == "fractal" ? fractal(table) : substitution(table);
  }

  Result<Domain> text_domain(const toml::node& node) {
    if (!node.is_string()) {
      return refuse(node, "expected a domain as text", "e.g. domain = \"triangle\"");
    }
    const Parsing inner{parsing_.options, parsing_.depth + 1};
    return within(node, [&](const Fragment& text) { return parse_any(text, inner); });
  }

  Result<Domain> members(SetOperation operation, const toml::node& node) {
    if (!node.is_array()) {
      return refuse(node, "expected a list of domains", "e.g. union = [\"triangle\", \"band(a=3,b=0)\"]");
    }
    std::vector<std::pair<Fragment, Domain>> domains;
    for (const toml::node& member : *node.as_array()) {
      auto domain = text_domain(member);
      if (!domain) {
        return domain;
      }
      const std::size_t at = offset_of(member);
      domains.emplace_back(text_.part(at, at), std::move(*domain));
    }
    const std::size_t at = offset_of(node);
    return combine(operation, domains, text_.part(at, at));
  }

  Result<Domain> ragged(const toml::table& table) {
    if (auto error = unknown_key(table, {"rows", "row_lengths", "offsets"})) {
      return tl::unexpected<Error>(*error);
    }
    const toml::node* rows = table.get("rows");
    const toml::node* lengths = table.get("row_lengths");
    const toml::node* offsets = table.get("offsets");
    if (rows == nullptr) {
      return refuse(table, "a ragged domain needs 'rows', the domain of one row", "e.g. rows = \"triangle\"");
    }
    if (lengths != nullptr && offsets != nullptr) {
      return refuse(*lengths, "give either 'row_lengths' or 'offsets'");
    }
    auto inner = text_domain(*rows);
    if (!inner) {
      return inner;
    }
    const std::size_t at = offset_of(*rows);
    auto domain = make_ragged(std::move(*inner), text_.part(at, at));
    if (!domain) {
      return domain;
    }
    auto& shape = std::get<RaggedShape>(domain->shape);
    if (offsets != nullptr) {
      if (!offsets->is_string() || !expr::is_name(offsets->as_string()->get())) {
        return refuse(*offsets, "'offsets' is the name of the run-time table", "e.g. offsets = \"cu_seqlens\"");
      }
      shape.offsets = Symbol(offsets->as_string()->get());
    }
    if (lengths != nullptr) {
      auto fixed = fixed_offsets(*lengths);
      if (!fixed) {
        return forward(fixed);
      }
      shape.fixed = std::move(*fixed);
      domain->parameters.clear();
    }
    return domain;
  }

  Result<std::vector<std::int64_t>> fixed_offsets(const toml::node& node) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) {
      return refuse(node, "expected a list of row lengths", "e.g. row_lengths = [3, 5, 2]");
    }
    std::vector<std::int64_t> offsets{0};
    for (const toml::node& length : *list) {
      if (!length.is_integer() || length.as_integer()->get() < 0 ||
          length.as_integer()->get() > most_coordinate - offsets.back()) {
        return refuse(length, "a row length is an integer, not negative, and their sum stays below 2^62");
      }
      offsets.push_back(offsets.back() + length.as_integer()->get());
    }
    return offsets;
  }

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

  // Masks: lists of rows, lists of lists of rows, ... -------------------------------------------------------------------

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
        return text_.error(offset_of(node), fmt::format("expected a row of {} cells, found {}", scale, row.size()),
                           "a mask has as many cells along every axis as its scale");
      }
      if (dimensions != 0 && dimensions != prefix.size() + 1) {
        return text_.error(offset_of(node), "rows and layers are mixed");
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
      return text_.error(offset_of(node), "expected a mask: a list of rows, or of layers of rows",
                         "e.g. mask = [\"111\", \"101\", \"111\"]");
    }
    if (list->size() != static_cast<std::size_t>(scale)) {
      return text_.error(offset_of(node), fmt::format("expected {} parts along this axis, found {}", scale, list->size()),
                         "a mask has as many cells along every axis as its scale");
    }
    for (int i = 0; i < scale; ++i) {
      prefix.push_back(i);
      if (auto error = mask(*list->get(static_cast<std::size_t>(i)), scale, prefix, cells, dimensions)) {
        return error;
      }
      prefix.pop_back();
      if (cells.size() > (std::size_t{1} << 20)) {
        return text_.error(offset_of(node), "the mask is too large");
      }
    }
    return std::nullopt;
  }

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
        return tl::unexpected<Error>(text_.error(cell.place, "a mask is written with 0 and 1"));
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

  // Substitution systems -----------------------------------------------------------------------------------------------

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
    Domain domain;
    domain.dimensions = mask_dimensions(dimensions);
    domain.parameters = {Symbol("level")};
    domain.summary = fmt::format("substitution system of {} tile{}, scale {}", shape.tiles.size(),
                                 shape.tiles.size() == 1 ? "" : "s", shape.scale);
    domain.shape = std::move(shape);
    return domain;
  }

  using Types = std::map<std::string, int, std::less<>>;
  using Children = std::vector<SubstitutionShape::Child>;

  Result<Children> read_children(const toml::node& node, int scale, const Types& types, std::size_t& dimensions) const {
    const toml::array* list = node.as_array();
    const bool listed = list != nullptr && !list->empty() && list->get(0)->is_table();
    const std::size_t before = dimensions;
    auto children = listed ? listed_children(*list, scale, types, dimensions) : mask_children(node, scale, types, dimensions);
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
        return tl::unexpected<Error>(text_.error(cell.place, "unknown tile", "use the name of a tile, or '.' for none"));
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

  Fragment text_;
  Parsing parsing_;
};

} // namespace

Result<Domain> parse_toml_text(const Fragment& fragment, const Parsing& parsing) {
  if (parsing.depth > 8) {
    return tl::unexpected<Error>(fragment.error(0, "domains are nested too deep", "does a file name itself?"));
  }
  toml::table table;
  try {
    table = toml::parse(fragment.view(), fragment.file);
  } catch (const toml::parse_error& error) {
    Error own = Error{ErrorKind::input, std::string(error.description()), std::nullopt, "the file must be TOML"};
    own.where = SourceLocation{"", static_cast<int>(error.source().begin.line),
                               static_cast<int>(error.source().begin.column), ""};
    return tl::unexpected<Error>(fragment.relocated(own));
  }
  return TomlReader(fragment, parsing).read(table);
}

Result<Domain> parse_toml_file(const Fragment& fragment, const Parsing& parsing) {
  const ParseOptions& options = *parsing.options;
  if (!options.read_files) {
    return tl::unexpected<Error>(fragment.error(0, "files are not read here"));
  }
  std::filesystem::path path{std::string(fragment.view())};
  if (path.is_relative() && !options.base_directory.empty()) {
    path = options.base_directory / path;
  }
  std::error_code unreadable;
  const bool regular = std::filesystem::is_regular_file(path, unreadable);
  std::ifstream stream(path, std::ios::binary);
  if (!regular || !stream) {
    return tl::unexpected<Error>(fragment.error(0, fmt::format("cannot read '{}'", path.string())));
  }
  std::string text(most_file + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > most_file) {
    return tl::unexpected<Error>(fragment.error(0, fmt::format("'{}' is longer than {} bytes", path.string(), most_file)));
  }
  ParseOptions inner = options;
  inner.file = path.string();
  inner.base_directory = path.parent_path();
  return parse_toml_text(whole(text, inner.file), Parsing{&inner, parsing.depth + 1});
}

} // namespace mapwright::domain
