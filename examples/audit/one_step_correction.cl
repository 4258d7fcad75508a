// Tiles x >= y of nb blocks, row y by row y, with a root in single precision and one step of correction "because it
// occasionally happens due to roundoff error". One step is not enough for many blocks.
// audit: --function tile_of --domain "[nb] -> { [y, x] : 0 <= y <= x < nb }"
// finds: found nb = 8192, w = 33558526: (8191, 8190)
// kinds: off-by-a-row, out-of-domain, dropped
int2 tile_of(int nb, int pos) {
  int y = (int)floor(nb + 0.5f - sqrt((nb + 0.5f) * (nb + 0.5f) - 2 * pos));
  int x = pos - y * nb + y * (y + 1) / 2;
  if (x < y || x >= nb) {
    y += x < y ? -1 : 1;
    x = pos - y * nb + y * (y + 1) / 2;
  }
  return (int2)(x, y);
}
