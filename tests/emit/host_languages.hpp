// One program that answers for many example maps in both word widths with their emitted text in a language that a host
// compiler takes.
#pragma once

#include "emit/toolchain.hpp"

#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

namespace mapwright::test {

/// The namespace that answers for a map in one width: `answer(in, table, w, out)` fills the words of index w.
inline std::string answering_text(const ExampleMap& e, int bits) {
  const std::size_t d = e.map.domain.dimensions.size();
  std::string sizes;
  for (std::size_t i = 0; i < e.map.domain.parameters.size(); ++i) {
    sizes += (i == 0 ? "" : ", ") + ("index_t(in[" + std::to_string(i)) + "])";
  }
  const bool runtime = !e.map.tables.empty() && e.map.tables[0].runtime;
  const std::string parameters = sizes + (runtime ? ", table" : "");
  std::string near;
  for (std::size_t i = 0; i < d; ++i) {
    near += ", c[" + std::to_string(i) + "]";
  }
  const std::string again = is_prepared(e, bits) ? "prepare(" + sizes + ")" + (runtime ? ", table" : "") : parameters;
  const std::string name = e.identifier + "_" + std::to_string(bits);
  return "namespace for_" + name + " {\nusing namespace mapwright_maps::" + e.identifier + "::w" +
         std::to_string(bits) +
         ";\ninline std::int64_t total(const std::int64_t* in, const std::int64_t* table) {\n"
         "  (void)in, (void)table;\n  return count(" +
         parameters +
         ");\n}\n"
         "inline void answer(const std::int64_t* in, const std::int64_t* table, std::int64_t w, std::int64_t* out) {\n"
         "  (void)in, (void)table;\n  index_t c[" +
         std::to_string(d) + "];\n  const point at = unrank(" + parameters +
         ", index_t(w));\n  std::memcpy(c, &at, sizeof c);\n  for (index_t x : c) *out++ = x;\n"
         "  const point again = unrank(" +
         again +
         ", index_t(w));\n  std::memcpy(c, &again, sizeof c);\n  for (index_t x : c) *out++ = x;\n"
         "  *out++ = rank(" +
         parameters + ", at);\n  *out++ = contains(" + parameters +
         ", at);\n  for (index_t& x : c) {\n    x += 1; *out++ = contains(" + parameters + near +
         ");\n    x -= 2; *out++ = contains(" + parameters + near +
         ");\n    x += 1;\n  }\n  const step s = successor(" + parameters +
         ", at);\n  *out++ = s.has_next;\n  std::memcpy(c, &s.next, sizeof c);\n"
         "  for (index_t x : c) *out++ = s.has_next ? x : 0;\n}\n}\n";
}

/// A program whose argument is a file with lines "name bits words-per-index input output"; it writes every output.
inline std::string many_maps_program(const std::vector<ExampleMap>& maps, const std::string& extension, bool queue) {
  std::string out =
      "#include <cstdint>\n#include <cstring>\n#include <fstream>\n#include <string>\n#include <vector>\n";
  std::string dispatch;
  for (const ExampleMap& e : maps) {
    out += "#include \"" + e.identifier + extension + "\"\n";
  }
  for (const ExampleMap& e : maps) {
    for (const int bits : {32, 64}) {
      out += answering_text(e, bits);
      const std::string name = e.identifier + "_" + std::to_string(bits);
      const std::string call = "for_" + name + "::answer(sizes, table, w[k], to + k * width);";
      dispatch += "    if (name == \"" + name + "\") {\n      out[0] = for_" + name + "::total(sizes, table);\n      " +
                  (queue ? "mapwright_maps::" + e.identifier +
                               "::launch::for_each(queue, items, [=](std::int64_t k) { " + call + " }, 32);\n"
                         : "for (std::int64_t k = 0; k < items; ++k) " + call + "\n") +
                  "    }\n";
    }
  }
  return out + "int main(int, char** a) {\n  std::ifstream tasks(a[1]);\n" + (queue ? "  sycl::queue queue;\n" : "") +
         "  std::string name, from, into;\n  std::int64_t parameters = 0, width = 0;\n"
         "  while (tasks >> name >> parameters >> width >> from >> into) {\n"
         "    std::ifstream f(from, std::ios::binary);\n    std::vector<std::int64_t> in;\n"
         "    for (std::int64_t x; f.read(reinterpret_cast<char*>(&x), 8);) in.push_back(x);\n"
         "    const std::int64_t* sizes = in.data();\n    const std::int64_t* table = sizes + parameters + 1;\n"
         "    const std::int64_t* w = table + sizes[parameters];\n"
         "    const std::int64_t items = in.data() + in.size() - w;\n"
         "    std::vector<std::int64_t> out(static_cast<std::size_t>(1 + items * width));\n"
         "    std::int64_t* to = out.data() + 1;\n" +
         dispatch +
         "    std::ofstream(into, std::ios::binary).write(reinterpret_cast<const char*>(out.data()),\n"
         "                                                static_cast<std::streamsize>(out.size() * 8));\n  }\n}\n";
}

/// Writes the emitted text of the map; the error of the emitter, or "".
inline std::string write_header(const ScratchFolder& folder, const ExampleMap& e, const std::string& language) {
  const auto dialect = *emit::make_dialect(language);
  const auto text = dialect->emit(unit_of(e));
  if (text) {
    write_text(folder / (e.identifier + std::string(dialect->extension())), *text);
  }
  return text ? "" : text.error().format();
}

/// Compiles one program with the text of all `maps` in the language, runs it once, and compares every case of every
/// map with the evaluator: what goes wrong first, or "". At most so many indices of a case are asked, fewer of
/// `operators`, which has many coordinates.
inline std::string failure_in_one_program(const std::string& language, const std::vector<ExampleMap>& maps,
                                          const std::string& compiler, std::size_t most_of_operators = SIZE_MAX,
                                          std::size_t most = SIZE_MAX) {
  struct Asked {
    const ExampleMap* map;
    Case asked;
    std::string answers;
  };
  const ScratchFolder folder;
  std::vector<Asked> all;
  std::ostringstream tasks;
  for (const ExampleMap& e : maps) {
    if (std::string error = write_header(folder, e, language); !error.empty()) {
      return error;
    }
    for (const int bits : {32, 64}) {
      for (const Case& c : cases_of(e, bits)) {
        const Case few = thinned(c, e.identifier == "operators" ? most_of_operators : most);
        const std::string number = std::to_string(all.size());
        write_words(folder / ("in" + number), questions(few));
        all.push_back({&e, few, (folder / ("out" + number)).string()});
        tasks << e.identifier << '_' << bits << ' ' << c.parameters.size() << ' ' << words_per_index(e) << ' '
              << (folder / ("in" + number)).string() << ' ' << all.back().answers << '\n';
      }
    }
  }
  write_text(folder / "tasks", tasks.str());
  const std::string extension((*emit::make_dialect(language))->extension());
  write_text(folder / "many.cpp", many_maps_program(maps, extension, language == "sycl"));
  const std::string program = (folder / "many").string();
  std::string failure = failure_of(compiler + " '" + (folder / "many.cpp").string() + "' -o '" + program + "' && '" +
                                       program + "' '" + (folder / "tasks").string() + "'",
                                   folder);
  for (std::size_t i = 0; i < all.size() && failure.empty(); ++i) {
    const Asked& one = all[i];
    failure = difference(*one.map, one.asked, expected_answers(*one.map, one.asked), read_words(one.answers));
  }
  return failure;
}

} // namespace mapwright::test
