#include "domain/catalogue_entries.hpp"

namespace mapwright::domain {

namespace {

Entry disk() {
  Entry e;
  e.row = 12;
  e.names = {"disk"};
  e.summary = "lattice points of a disk of radius r";
  e.definition = "where:[r] -> [x, y] in [-r, r]x[-r, r] : x*x + y*y <= r*r";
  e.parameters = {{"r", "radius"}};
  e.count_text = "Gauss' circle sum, no closed form";
  e.box_ratio = "4/pi = 1.273";
  e.default_size = {6};
  e.sizes = sizes_up_to(9);
  // OEIS A000328.
  e.golden = {{{0}, "1"},  {{1}, "5"},  {{2}, "13"},   {{3}, "29"},
              {{4}, "49"}, {{5}, "81"}, {{10}, "317"}, {{100}, "31417"}};
  return e;
}

Entry ball() {
  Entry e;
  e.row = 12;
  e.names = {"ball"};
  e.summary = "lattice points of a ball of radius r";
  e.definition = "where:[r] -> [x, y, z] in [-r, r]x[-r, r]x[-r, r] : x*x + y*y + z*z <= r*r";
  e.parameters = {{"r", "radius"}};
  e.count_text = "Gauss' sphere sum, no closed form";
  e.box_ratio = "6/pi = 1.910";
  e.default_size = {4};
  e.sizes = sizes_up_to(5);
  // OEIS A000605.
  e.golden = {{{0}, "1"}, {{1}, "7"}, {{2}, "33"}, {{3}, "123"}, {{4}, "257"}, {{5}, "515"}, {{10}, "4169"}};
  return e;
}

Entry annulus() {
  Entry e;
  e.row = 12;
  e.names = {"annulus"};
  e.summary = "lattice points at a distance from q to r of the origin";
  e.definition = "where:[r, q] -> [x, y] in [-r, r]x[-r, r] : q*q <= x*x + y*y and x*x + y*y <= r*r";
  e.parameters = {{"r", "outer radius"}, {"q", "inner radius"}};
  e.count_text = "difference of two circle sums";
  e.box_ratio = "4/(pi*(1 - (q/r)**2))";
  e.default_size = {6, 3};
  e.sizes = {{0, 0}, {1, 1}, {3, 2}, {6, 3}, {5, 6}, {8, 7}};
  e.golden = {{{1, 1}, "4"}, {{5, 0}, "81"}, {{5, 5}, "12"}};
  return e;
}

Entry hexagon() {
  Entry e;
  e.row = 13;
  e.names = {"hexagon"};
  e.summary = "hexagon of radius R in axial coordinates";
  e.definition = "[R] -> { [x, y] : -R <= x <= R and -R <= y <= R and -R <= x + y <= R }";
  e.parameters = {{"R", "radius"}};
  e.count = "3*R*(R + 1) + 1";
  e.box_ratio = "4/3";
  e.default_size = {5};
  e.sizes = sizes_up_to(8);
  e.golden = {{{0}, "1"}, {{1}, "7"}, {{2}, "19"}, {{10}, "331"}};
  return e;
}

Entry wavefront() {
  Entry e;
  e.row = 14;
  e.names = {"wavefront", "anti-diagonal"};
  e.summary = "an n x m matrix in order of its anti-diagonals d = i + j, each by rising i";
  e.definition = "[n, m] -> { [d, i] : 0 <= i < n and 0 <= d - i < m }";
  e.parameters = {{"n", "rows"}, {"m", "columns"}};
  e.dimensions = {"i", "j"};
  e.point_of_scan = {"i", "d - i"};
  e.scan_of_point = {"i + j", "i"};
  e.count = "n*m";
  e.box_ratio = "1";
  e.default_size = {5, 7};
  e.sizes = {{0, 4}, {1, 1}, {1, 6}, {6, 1}, {4, 4}, {5, 7}, {7, 3}};
  e.golden = {{{5, 7}, "35"}};
  return e;
}

Entry healpix() {
  Entry e;
  e.row = 24;
  e.names = {"healpix-ring"};
  e.summary = "pixels of the HEALPix sphere by ring";
  e.definition = "[nside] -> { [ring, pixel] : (1 <= ring < nside and 0 <= pixel < 4ring) or "
                 "(1 <= nside <= ring <= 3nside and 0 <= pixel < 4nside) or "
                 "(3nside < ring < 4nside and 0 <= pixel < 16nside - 4ring) }";
  e.parameters = {{"nside", "pixels along the side of a base pixel"}};
  e.count = "12*nside*nside";
  e.box_ratio = "4/3";
  e.default_size = {4};
  e.sizes = sizes_up_to(5);
  e.golden = {{{1}, "12"}, {{2}, "48"}, {{8}, "768"}};
  return e;
}

Entry harmonics() {
  Entry e;
  e.row = 24;
  e.names = {"harmonics"};
  e.summary = "degrees l and orders m of spherical harmonics below degree L";
  e.definition = "[L] -> { [l, m] : 0 <= l < L and -l <= m <= l }";
  e.parameters = {{"L", "number of degrees"}};
  e.count = "L*L";
  e.box_ratio = "2";
  e.default_size = {6};
  e.sizes = sizes_up_to(9);
  e.golden = {{{1}, "1"}, {{2}, "4"}, {{100}, "10000"}};
  return e;
}

} // namespace

std::vector<Entry> round_entries() {
  return {disk(), ball(), annulus(), hexagon(), wavefront(), healpix(), harmonics()};
}

} // namespace mapwright::domain
