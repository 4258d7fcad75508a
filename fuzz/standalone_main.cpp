// Runs a fuzz target over files instead of under libFuzzer: every argument is a file or a folder of files.
// A target that finds a fault aborts, so reaching the end means that the whole corpus passes.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void replay(const std::filesystem::path& file) {
  std::cerr << file.string() << '\n'; // before the run, so that an abort names its input
  std::ifstream stream(file, std::ios::binary);
  const std::string input{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

} // namespace

int main(int argc, char** argv) {
  namespace fs = std::filesystem;
  std::size_t files = 0;
  for (int i = 1; i < argc; ++i) {
    const fs::path path = argv[i];
    if (!fs::is_directory(path)) {
      replay(path);
      ++files;
      continue;
    }
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) {
        replay(entry.path());
        ++files;
      }
    }
  }
  std::cout << files << " inputs replayed\n";
  return files > 0 ? 0 : 2;
}
