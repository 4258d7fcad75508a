#include "mapper/guidance/placement_functions.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// The coordinate from 0 on.
std::string coordinate(const PlacementShape& shape, std::size_t dimension) {
  const std::int64_t low = shape.low.at(dimension);
  return low == 0  ? fmt::format("t.ipoint[{}]", dimension)
         : low > 0 ? fmt::format("(t.ipoint[{}] - {})", dimension, low)
                   : fmt::format("(t.ipoint[{}] + {})", dimension, -low);
}

/// The number of the point, the first or the last dimension fastest.
std::string number_of_point(const PlacementShape& shape, bool first_fastest) {
  std::string text;
  std::string stride;
  for (std::size_t i = 0; i < shape.dimensions; ++i) {
    const std::size_t dimension = first_fastest ? i : shape.dimensions - 1 - i;
    text += fmt::format("{}{}{}", i == 0 ? "" : " + ", coordinate(shape, dimension), stride);
    stride += fmt::format(" * t.ispace[{}]", dimension);
  }
  return shape.dimensions == 1 ? text : "(" + text + ")";
}

std::string block_index(const PlacementShape& shape, std::size_t dimension) {
  return fmt::format("{} * m.size[{}] / t.ispace[{}]", coordinate(shape, dimension), dimension, dimension);
}

std::string cyclic_index(const PlacementShape& shape, std::size_t dimension, std::size_t of_space) {
  return fmt::format("{} % m.size[{}]", coordinate(shape, dimension), of_space);
}

/// The functions of one mapper change.
class FunctionList {
public:
  FunctionList(const PlacementShape& shape, const std::string& suffix) : shape_(shape), suffix_(suffix) {}

  /// `spaces`: the lines that define m.
  void add(const std::string& name, std::string title, const std::vector<std::string>& spaces,
           const std::vector<std::string>& indices) {
    std::string body;
    for (const std::string& line : spaces) {
      body += fmt::format("  {};\n", line);
    }
    functions_.push_back(
        {name + suffix_, std::move(title),
         fmt::format("def {}{}(Task t) {{\n{}  return m[{}];\n}}", name, suffix_, body, fmt::join(indices, ", "))});
  }
  [[nodiscard]] std::string machine() const { return fmt::format("Machine({})", to_string(shape_.processor)); }
  std::vector<PlacementFunction> take() { return std::move(functions_); }

private:
  const PlacementShape& shape_;
  const std::string& suffix_;
  std::vector<PlacementFunction> functions_;
};

void add_lines(const PlacementShape& shape, FunctionList& list) {
  const std::string all = fmt::format("m = {}.merge(0, 1)", list.machine());
  for (const bool first : {true, false}) {
    if (!first && shape.dimensions == 1) {
      break;
    }
    const std::string number = number_of_point(shape, first);
    const std::string name = first ? "" : "_last_first";
    const std::string title = first ? "" : ", the last dimension first";
    list.add("blocks" + name, "blocks" + title, {all}, {fmt::format("{} * m.size[0] / t.ispace.volume", number)});
    list.add("cyclic" + name, "cyclic" + title, {all}, {fmt::format("{} % m.size[0]", number)});
    if (shape.several_nodes) {
      list.add("over_nodes" + name, "cyclic over nodes" + title,
               {fmt::format("m = {}.swap(0, 1).merge(0, 1)", list.machine())}, {fmt::format("{} % m.size[0]", number)});
    }
  }
}

void add_grids(const PlacementShape& shape, FunctionList& list) {
  const std::string grid = fmt::format("m = {}.merge(0, 1).auto_split(0, t.ispace)", list.machine());
  std::vector<std::string> blocks;
  std::vector<std::string> cyclic;
  std::vector<std::string> of_node;
  for (std::size_t d = 0; d < shape.dimensions; ++d) {
    blocks.push_back(block_index(shape, d));
    cyclic.push_back(cyclic_index(shape, d, d));
    of_node.push_back(cyclic_index(shape, d, shape.dimensions + d));
  }
  list.add("grid_of_blocks", "a grid of blocks", {grid}, blocks);
  list.add("cyclic_grid", "a cyclic grid", {grid}, cyclic);
  if (shape.several_nodes) {
    const std::vector<std::string> ones(shape.dimensions, "1");
    std::vector<std::string> indices = blocks;
    indices.insert(indices.end(), of_node.begin(), of_node.end());
    list.add("blocks_of_nodes", "a grid of nodes, cyclic inside",
             {fmt::format("n = {}.auto_split(0, t.ispace)", list.machine()),
              fmt::format("m = n.auto_split({}, (t.ispace + n.size[:{}] - ({})) / n.size[:{}])", shape.dimensions,
                          shape.dimensions, fmt::join(ones, ", "), shape.dimensions)},
             indices);
  }
}

} // namespace

std::vector<PlacementFunction> placement_functions(const PlacementShape& shape, const std::string& suffix) {
  FunctionList list(shape, suffix);
  add_lines(shape, list);
  if (shape.dimensions > 1) {
    add_grids(shape, list);
  }
  return list.take();
}

} // namespace mapwright::mapper
