#include "domain/catalogue_entries.hpp"

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

/// `kept` cells of scale^dimensions remain at each level.
Entry fractal(int row, std::vector<std::string> names, std::string summary, std::string mask, int kept, int scale,
              int dimensions, std::int64_t last, std::vector<GoldenCount> golden) {
  Entry e;
  e.row = row;
  e.names = std::move(names);
  e.summary = std::move(summary);
  e.definition = fmt::format("fractal:{}:{}", scale, mask);
  e.parameters = {{"level", "number of subdivisions"}};
  e.count = fmt::format("{}**level", kept);
  int cells = 1;
  for (int d = 0; d < dimensions; ++d) {
    cells *= scale;
  }
  e.box_ratio = fmt::format("({}/{})**level", cells, kept);
  e.default_size = {last};
  e.sizes = sizes_up_to(last);
  e.golden = std::move(golden);
  return e;
}

Entry substitution(int row, std::vector<std::string> names, std::string summary, std::string definition,
                   std::string count, std::string ratio, std::int64_t last, std::vector<GoldenCount> golden) {
  Entry e;
  e.row = row;
  e.names = std::move(names);
  e.summary = std::move(summary);
  e.definition = std::move(definition);
  e.toml = true;
  e.parameters = {{"level", "number of substitutions"}};
  e.count = std::move(count);
  e.box_ratio = std::move(ratio);
  e.default_size = {last};
  e.sizes = sizes_up_to(last);
  e.golden = std::move(golden);
  return e;
}

} // namespace

std::vector<Entry> fractal_entries() {
  return {
      fractal(15, {"gasket", "sierpinski-gasket"}, "Sierpinski gasket: Pascal's triangle modulo 2", "10,11", 3, 2, 2, 5,
              {{{1}, "3"}, {{5}, "243"}}),
      fractal(16, {"carpet", "sierpinski-carpet"}, "Sierpinski carpet", "111,101,111", 8, 3, 2, 3,
              {{{1}, "8"}, {{3}, "512"}}),
      fractal(17, {"vicsek"}, "Vicsek fractal: a plus sign of plus signs", "010,111,010", 5, 3, 2, 4,
              {{{1}, "5"}, {{4}, "625"}}),
      fractal(18, {"h-fractal"}, "H of H's", "101,111,101", 7, 3, 2, 3, {{{1}, "7"}, {{3}, "343"}}),
      fractal(18, {"cantor-dust"}, "Cantor dust of the plane", "101,000,101", 4, 3, 2, 4, {{{1}, "4"}, {{4}, "256"}}),
      fractal(18, {"cantor-set"}, "Cantor set of the line", "101", 2, 3, 1, 6, {{{1}, "2"}, {{6}, "64"}}),
      fractal(18, {"cantor-dust-3d"}, "Cantor dust of space", "101,000,101/000,000,000/101,000,101", 8, 3, 3, 3,
              {{{1}, "8"}, {{3}, "512"}}),
      fractal(18, {"vicsek-3d"}, "Vicsek fractal of space: a cube and its six neighbours",
              "000,010,000/010,111,010/000,010,000", 7, 3, 3, 3, {{{1}, "7"}, {{3}, "343"}}),
      fractal(19, {"sierpinski-tetrahedron"}, "Sierpinski tetrahedron", "11,10/10,00", 4, 2, 3, 4,
              {{{1}, "4"}, {{4}, "256"}}),
      fractal(20, {"menger-sponge", "menger"}, "Menger sponge", "111,101,111/101,000,101/111,101,111", 20, 3, 3, 2,
              {{{1}, "20"}, {{2}, "400"}}),
      fractal(21, {"mosely-light"}, "Mosely snowflake, light: no corners, no centre",
              "010,111,010/111,101,111/010,111,010", 18, 3, 3, 2, {{{1}, "18"}, {{2}, "324"}}),
      fractal(21, {"mosely-heavy"}, "Mosely snowflake, heavy: no corners", "010,111,010/111,111,111/010,111,010", 19, 3,
              3, 2, {{{1}, "19"}, {{2}, "361"}}),
  };
}

std::vector<Entry> substitution_entries() {
  return {
      substitution(22, {"graph-directed"}, "a fractal of two tiles: A makes A and two B's, B makes one A",
                   "[substitution]\n"
                   "scale = 2\n"
                   "start = \"A\"\n"
                   "[substitution.tiles]\n"
                   "A = [\"AB\", \"B.\"]\n"
                   "B = [\"A.\", \"..\"]\n",
                   "(4*2**level - 1 + 2*(level % 2))/3", "(3/4)*2**level", 6,
                   // Jacobsthal numbers.
                   {{{1}, "3"}, {{2}, "5"}, {{3}, "11"}, {{6}, "85"}}),
      substitution(23, {"morton-square"}, "a square of side 2**level in Morton (Z) order",
                   "[substitution]\n"
                   "scale = 2\n"
                   "start = \"S\"\n"
                   "[substitution.tiles]\n"
                   "S = [\"SS\", \"SS\"]\n",
                   "4**level", "1", 4, {{{1}, "4"}, {{4}, "256"}}),
      substitution(23, {"morton-triangle"}, "the lower triangle of side 2**level in Morton (Z) order",
                   "[substitution]\n"
                   "scale = 2\n"
                   "start = \"T\"\n"
                   "[substitution.tiles]\n"
                   "T = [\"T.\", \"ST\"]\n"
                   "S = [\"SS\", \"SS\"]\n",
                   "2**level*(2**level + 1)/2", "2", 4, {{{1}, "3"}, {{2}, "10"}, {{4}, "136"}}),
      // Four orientations of the curve, A being row-first; each is A mirrored at a diagonal or turned by half.
      substitution(23, {"hilbert-square"}, "a square of side 2**level along the Hilbert curve",
                   "[substitution]\n"
                   "scale = 2\n"
                   "start = \"A\"\n"
                   "[substitution.tiles]\n"
                   "A = [{at = [0, 0], tile = \"D\"}, {at = [0, 1], tile = \"A\"}, "
                   "{at = [1, 1], tile = \"A\"}, {at = [1, 0], tile = \"B\"}]\n"
                   "B = [{at = [1, 1], tile = \"C\"}, {at = [0, 1], tile = \"B\"}, "
                   "{at = [0, 0], tile = \"B\"}, {at = [1, 0], tile = \"A\"}]\n"
                   "C = [{at = [1, 1], tile = \"B\"}, {at = [1, 0], tile = \"C\"}, "
                   "{at = [0, 0], tile = \"C\"}, {at = [0, 1], tile = \"D\"}]\n"
                   "D = [{at = [0, 0], tile = \"A\"}, {at = [1, 0], tile = \"D\"}, "
                   "{at = [1, 1], tile = \"D\"}, {at = [0, 1], tile = \"C\"}]\n",
                   "4**level", "1", 4, {{{1}, "4"}, {{4}, "256"}}),
  };
}

} // namespace mapwright::domain
