// Compilers as tests use them: text in, words out.
#pragma once

#include "emit/cases.hpp"
#include "emit/size_divisors.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <unistd.h>

namespace mapwright::test {

/// A folder that is gone after the test.
class ScratchFolder {
public:
  ScratchFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "mapwright_emit_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
      throw std::runtime_error("no scratch folder");
    }
    path_ = name;
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

inline std::string read_text(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_words(const std::filesystem::path& path, const std::vector<std::int64_t>& words) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(words.data()), static_cast<std::streamsize>(words.size() * 8));
}

inline std::vector<std::int64_t> read_words(const std::filesystem::path& path) {
  const std::string bytes = read_text(path);
  std::vector<std::int64_t> words(bytes.size() / 8);
  std::copy(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(words.size() * 8),
            reinterpret_cast<char*>(words.data()));
  return words;
}

/// Whether a shell finds the command.
inline bool has_command(const std::string& command) {
  return std::system(("command -v '" + command + "' >/dev/null 2>&1").c_str()) == 0;
}

/// Runs a shell command; its output when it fails, otherwise "".
inline std::string failure_of(const std::string& command, const ScratchFolder& folder) {
  const std::string log = (folder / "log").string();
  const int status = std::system(("(" + command + ") > '" + log + "' 2>&1").c_str());
  return status == 0 ? "" : command + "\n" + read_text(log) + "(status " + std::to_string(status) + ")";
}

/// Whether the emitted text of `e` has a prepared unrank in that word width.
inline bool is_prepared(const ExampleMap& e, int bits) {
  const emit::Unit unit = unit_of(e);
  return !emit::prepare_unrank(e.map, bits == 32 ? unit.range32 : unit.range64).divisors.empty();
}

/// A program that answers the questions of a file with the emitted C++ or CUDA text of `e`, in one word width.
inline std::string driver_text(const ExampleMap& e, const std::string& header, int bits) {
  bool runtime = false;
  for (const expr::Table& table : e.map.tables) {
    runtime = runtime || table.runtime;
  }
  const std::size_t p = e.map.domain.parameters.size();
  const std::size_t d = e.map.domain.dimensions.size();
  std::string sizes;
  for (std::size_t i = 0; i < p; ++i) {
    sizes += (i == 0 ? "" : ", ") + ("index_t(in[" + std::to_string(i)) + "])";
  }
  const std::string tables = runtime ? ", table" : "";
  const std::string parameters = sizes + tables;
  const bool prepared = is_prepared(e, bits);
  std::string members;
  std::string list;
  for (std::size_t i = 0; i < d; ++i) {
    members += ", c[" + std::to_string(i) + "]";
  }
  return "#include \"" + header +
         "\"\n#include <cstdint>\n#include <cstdio>\n#include <cstring>\n#include <vector>\n"
         "using namespace mapwright_maps::" +
         e.identifier + "::w" + std::to_string(bits) +
         ";\n"
         "int main(int, char** a) {\n"
         "  std::vector<std::int64_t> in, out;\n"
         "  std::FILE* f = std::fopen(a[1], \"rb\");\n"
         "  for (std::int64_t x; std::fread(&x, 8, 1, f) == 1;) in.push_back(x);\n"
         "  std::fclose(f);\n"
         "  const std::int64_t* table = in.data() + " +
         std::to_string(p + 1) +
         ";\n"
         "  const std::size_t first = std::size_t(" +
         std::to_string(p + 1) + " + in[" + std::to_string(p) +
         "]);\n"
         "  (void)table;\n" +
         (prepared ? "  const prepared ready = prepare(" + sizes + ");\n" : "") + "  out.push_back(count(" +
         parameters +
         "));\n"
         "  for (std::size_t q = first; q < in.size(); ++q) {\n"
         "    point at = unrank(" +
         parameters +
         ", index_t(in[q]));\n"
         "    index_t c[" +
         std::to_string(d) +
         "];\n"
         "    static_assert(sizeof c == sizeof at);\n"
         "    std::memcpy(c, &at, sizeof c);\n"
         "    for (index_t x : c) out.push_back(x);\n"
         "    const point again = unrank(" +
         (prepared ? "ready" + tables : parameters) +
         ", index_t(in[q]));\n"
         "    std::memcpy(c, &again, sizeof c);\n"
         "    for (index_t x : c) out.push_back(x);\n"
         "    out.push_back(rank(" +
         parameters +
         ", at));\n"
         "    out.push_back(contains(" +
         parameters +
         ", at));\n"
         "    for (index_t& x : c) {\n"
         "      x += 1; out.push_back(contains(" +
         parameters + members +
         "));\n"
         "      x -= 2; out.push_back(contains(" +
         parameters + members +
         "));\n"
         "      x += 1;\n"
         "    }\n"
         "    const step s = successor(" +
         parameters +
         ", at);\n"
         "    out.push_back(s.has_next);\n"
         "    std::memcpy(c, &s.next, sizeof c);\n"
         "    for (index_t x : c) out.push_back(s.has_next ? x : 0);\n"
         "  }\n"
         "  f = std::fopen(a[2], \"wb\");\n"
         "  std::fwrite(out.data(), 8, out.size(), f);\n"
         "  return std::fclose(f);\n"
         "}\n";
}

/// The words the driver reads for a case.
inline std::vector<std::int64_t> questions(const Case& c) {
  std::vector<std::int64_t> words = c.parameters;
  words.push_back(static_cast<std::int64_t>(c.table.size()));
  words.insert(words.end(), c.table.begin(), c.table.end());
  words.insert(words.end(), c.indices.begin(), c.indices.end());
  return words;
}

/// The first difference in words people understand, or "".
inline std::string difference(const ExampleMap& e, const Case& c, const std::vector<std::int64_t>& wanted,
                              const std::vector<std::int64_t>& got) {
  if (wanted.size() != got.size()) {
    return "got " + std::to_string(got.size()) + " words, wanted " + std::to_string(wanted.size());
  }
  const auto [w, g] = std::mismatch(wanted.begin(), wanted.end(), got.begin());
  if (w == wanted.end()) {
    return "";
  }
  const auto at = static_cast<std::size_t>(w - wanted.begin());
  const std::size_t width = words_per_index(e);
  return e.identifier + ", first parameter " + std::to_string(c.parameters[0]) + ", " +
         (at == 0
              ? "count"
              : "index " + std::to_string(c.indices[(at - 1) / width]) + ", word " + std::to_string((at - 1) % width)) +
         ": got " + std::to_string(*g) + ", wanted " + std::to_string(*w);
}

/// A way to compile emitted text.
struct Build {
  std::string name;
  std::string dialect;
  std::string command; ///< up to the file names
};

/// How a test of this build is shown.
inline void PrintTo(const Build& build, std::ostream* out) {
  *out << build.name;
}

/// Emitted text is compiled without a warning.
inline const std::string warnings = " -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror";

} // namespace mapwright::test
