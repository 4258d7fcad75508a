#include "index_map/tiles/emit_schedule.hpp"

#include "mapwright/version.hpp"

#include "emit/names.hpp"
#include "index_map/tiles/schedule_texts.hpp"

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

namespace mapwright::index_map::tiles {

namespace {

constexpr const char* cuda_begins = R"(#ifndef MAPWRIGHT_HD
#if defined(__CUDACC__)
#define MAPWRIGHT_HD __host__ __device__
#else
#define MAPWRIGHT_HD
#endif
#endif

#if !defined(__CUDACC_RTC__)
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>
#endif

)";

/// A constant of the schedule: its name in the templates and its value.
struct Constant {
  std::string_view name;
  Number value;
};

std::array<Constant, 9> constants(const Emission& emission) {
  return {{{"tile_queries", emission.tile.queries},
           {"tile_keys", emission.tile.keys},
           {"bottom_right", emission.mask.align == Align::bottom_right ? 1 : 0},
           {"edges", static_cast<Number>(emission.edges)},
           {"order", static_cast<Number>(emission.order)},
           {"default_left", emission.mask.left},
           {"default_right", emission.mask.right},
           {"default_sink", emission.mask.sink},
           {"default_prefix", emission.mask.prefix}}};
}

/// How one language writes what the templates leave open.
struct Spelling {
  std::string before;   ///< before each name of ours
  std::string after;    ///< behind it
  std::string function; ///< how a function begins
  std::string global;   ///< address space of tables
  std::string root;
};

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The template with @name, $fn, $global and $sqrt written out.
std::string spelled(std::string_view text, const Spelling& spelling) {
  std::string out;
  while (!text.empty()) {
    const std::size_t mark = text.find_first_of("@$");
    out += text.substr(0, mark);
    if (mark == std::string_view::npos) {
      break;
    }
    const auto* end = std::find_if_not(text.begin() + mark + 1, text.end(), in_name);
    const auto length = static_cast<std::size_t>(end - text.begin()) - mark - 1;
    const std::string_view name = text.substr(mark + 1, length);
    const bool ours = text[mark] == '@';
    text.remove_prefix(mark + 1 + length);
    if (ours) {
      out += spelling.before + std::string(name) + spelling.after;
    } else if (name == "fn") {
      out += spelling.function;
    } else if (name == "sqrt") {
      out += spelling.root;
    } else { // global, and the space behind it where there is no such word
      out += spelling.global;
      text.remove_prefix(spelling.global.empty() ? 1 : 0);
    }
  }
  return out;
}

std::string heading(const Emission& emission, std::string_view language, std::string_view use) {
  return fmt::format(
      "// {}: tiles of {}. {}. Emitted by mapwright {}; do not edit.\n"
      "//\n"
      "// mask         query i sees key j of its sequence when {}\n"
      "// tiles        {} queries x {} keys\n"
      "// edges        {}\n"
      "// order        {}\n"
      "// cost         a row of tiles O(1); tile <-> number O(1) in the lengths; sequences by bisection\n"
      "{}",
      emission.name, emission.mask_text, language, version(), condition_text(emission.mask), emission.tile.queries,
      emission.tile.keys, to_string(emission.edges), to_string(emission.order), use);
}

std::string cuda_text(const Emission& emission) {
  const std::string guard = [&] {
    std::string upper = "MAPWRIGHT_TILES_" + emission.name + "_CUH";
    std::transform(upper.begin(), upper.end(), upper.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return upper;
  }();
  std::string out = heading(emission, "CUDA C++, or C++17 on the host",
                            "// use          w32 where Scheduler::can_implement() holds, else w64\n");
  out += fmt::format("#ifndef {0}\n#define {0}\n\n{1}namespace mapwright_tiles::{2} {{\n", guard, cuda_begins,
                     emission.name);
  for (const int bits : {32, 64}) {
    out += fmt::format("\nnamespace w{} {{\n\nusing index_t = {};\n\n", bits, bits == 32 ? "int" : "long long");
    for (const Constant& constant : constants(emission)) {
      out += fmt::format("constexpr index_t {} = {};\n", constant.name, constant.value);
    }
    const Spelling spelling{"", "", "MAPWRIGHT_HD inline", "", "sqrtf"};
    out += "\n" + spelled(schedule_texts::core, spelling) + "\n" + spelled(schedule_texts::scheduler, spelling);
    out += fmt::format("\n}} // namespace w{}\n", bits);
  }
  return out + fmt::format("\n}} // namespace mapwright_tiles::{}\n\n#endif // {}\n", emission.name, guard);
}

std::string opencl_text(const Emission& emission) {
  std::string out =
      heading(emission, "OpenCL C",
              "// use          the functions ending in _i32 where rows x columns of tiles, work items and "
              "sums of lengths stay below 2^31\n");
  for (const int bits : {32, 64}) {
    const std::string before = emission.name + "_";
    const std::string after = fmt::format("_i{}", bits);
    const std::string word = bits == 32 ? "int" : "long";
    out += fmt::format("\ntypedef {} {}index_t{};\n", word, before, after);
    for (const Constant& constant : constants(emission)) {
      out += fmt::format("#define {}{}{} (({})({}))\n", before, constant.name, after, word, constant.value);
    }
    const Spelling spelling{before, after, "static inline", "__global", "sqrt"};
    out += "\n" + spelled(schedule_texts::core, spelling) + "\n" + spelled(schedule_texts::opencl, spelling);
  }
  return out;
}

} // namespace

Result<std::string> emit_schedule(const Emission& emission, std::string_view language) {
  if (language != "cuda" && language != "opencl") {
    return fail(ErrorKind::input, fmt::format("schedules are not written in '{}'", language), "cuda or opencl");
  }
  if (emission.name != emit::to_identifier(emission.name)) {
    return fail(ErrorKind::input, fmt::format("'{}' cannot be a name of emitted text", emission.name),
                "letters, digits and _, no word of the languages");
  }
  for (const Number side : {emission.tile.queries, emission.tile.keys}) {
    if (side < 1 || side > most_length) {
      return fail(ErrorKind::input, fmt::format("sides of tiles are within [1, {}], not {}", most_length, side));
    }
  }
  if (emission.mask.documents) {
    return fail(ErrorKind::input, "documents of one grid are not emitted as a schedule",
                "write the mask without document(...), or make block lists");
  }
  return language == "cuda" ? cuda_text(emission) : opencl_text(emission);
}

std::string_view schedule_extension(std::string_view language) {
  return language == "cuda" ? ".cuh" : ".cl";
}

} // namespace mapwright::index_map::tiles
