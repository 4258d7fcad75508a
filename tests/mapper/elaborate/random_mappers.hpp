// Random mappers, whole but not always sensible, for small_program and programs like it.
#pragma once

#include "mapper/random_programs.hpp"

#include <string>
#include <vector>

namespace mapwright::mapper {

/// The names that statements of a random mapper may use.
struct MapperVocabulary {
  std::vector<std::string> tasks;
  std::vector<std::string> data;
};

inline MapperVocabulary vocabulary_of(const Program& program) {
  MapperVocabulary names;
  for (const TaskKind& kind : program.kinds) {
    names.tasks.push_back(kind.name);
  }
  for (const Region& region : program.regions) {
    names.data.push_back(region.name);
  }
  for (const Partition& partition : program.partitions) {
    names.data.push_back(partition.name);
  }
  names.data.insert(names.data.end(), {"0", "1"});
  return names;
}

inline const std::string& any_word(const std::vector<std::string>& words) {
  return words[static_cast<std::size_t>(any_of_range(0, static_cast<int>(words.size())))];
}

/// "*" one time in three.
inline std::string any_or_all(const std::vector<std::string>& words) {
  return any_of_range(0, 3) == 0 ? "*" : any_word(words);
}

/// One to three different words.
inline std::string any_list(std::vector<std::string> words) {
  std::string text;
  for (int i = any_of_range(1, 4); i > 0 && !words.empty(); --i) {
    const auto at = static_cast<std::size_t>(any_of_range(0, static_cast<int>(words.size())));
    text += (text.empty() ? "" : ", ") + words[at];
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  }
  return text;
}

/// An integer expression; of a task of an index launch with `index`.
inline std::string any_number(bool index, int depth) {
  if (depth == 0 || any_of_range(0, 3) == 0) {
    switch (any_of_range(0, 4)) {
    case 0:
      return index ? "t.ipoint[0]" : "t.parent.processor(c)[0]";
    case 1:
      return index ? "t.ispace[0]" : "t.processor(c)[1]";
    case 2:
      return any_of_range(0, 2) == 0 ? "g.size[1]" : "c.volume";
    default:
      return std::to_string(any_of_range(0, 5));
    }
  }
  const std::string a = any_number(index, depth - 1);
  const std::string b = any_number(index, depth - 1);
  static const std::vector<std::string> operators{"+", "-", "*", "/", "%", "+", "*"};
  return any_of_range(0, 5) == 0 ? fmt::format("({} > {} ? {} : {})", a, b, b, a)
                                 : fmt::format("({} {} {})", a, any_word(operators), b);
}

/// A space made of g or c, in at most three steps.
inline std::string any_space(const std::string& machine) {
  static const std::vector<std::string> steps{".merge(0, 1)", ".swap(0, 1)",           ".reverse(1)",
                                              ".split(1, 2)", ".slice(1, 0, 1)",       ".balance_split(1, 2)",
                                              ".reverse(0)",  ".auto_split(1, (3, 2))"};
  return any_of_range(0, 2) == 0 ? machine : machine + any_word(steps);
}

/// A function f0, f1, ... that maps to processors of one of two kinds.
inline std::string any_function(int number, bool index) {
  const std::string space = any_space(any_of_range(0, 3) == 0 ? "c" : "g");
  std::size_t dimensions = 2;
  dimensions += space.find("split") != std::string::npos ? 1U : 0U;
  dimensions -= space.find("merge") != std::string::npos ? 1U : 0U;
  std::string indices;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const std::string value = any_number(index, 2);
    switch (any_of_range(0, 8)) {
    case 0:
      indices += "*";
      break;
    case 1:
      indices += value;
      break;
    case 2:
      indices += fmt::format("{} % s.size[{}]", value, d);
      break;
    default: // never outside
      indices += fmt::format("({} % s.size[{}] + s.size[{}]) % s.size[{}]", value, d, d, d);
      break;
    }
    indices += d + 1 < dimensions ? ", " : "";
  }
  return fmt::format("def f{}(Task t) {{ s = {}; return s[{}]; }}\n{} {} f{};\n", number, space, indices,
                     index ? "IndexTaskMap" : "SingleTaskMap", "@", number);
}

/// Statements in any order; some of them make no sense for the program.
inline std::string random_mapper(const MapperVocabulary& names) {
  static const std::vector<std::string> processors{"CPU", "GPU", "GPU", "OMP"};
  static const std::vector<std::string> memories{"SYSMEM", "FBMEM", "ZCMEM", "ZCMEM", "RDMEM"};
  static const std::vector<std::string> constraints{"SOA",     "AOS",       "C_order",  "F_order",
                                                    "Compact", "Align==16", "Align>=8", "Align<32"};
  std::string text = "g = Machine(GPU);\nc = Machine(CPU);\n";
  int functions = 0;
  for (int i = any_of_range(0, 9); i > 0; --i) {
    switch (any_of_range(0, 9)) {
    case 0:
      text += fmt::format("Task {} {};\n", any_or_all(names.tasks), any_list({"CPU", "GPU", "OMP"}));
      break;
    case 1:
    case 2:
      text += fmt::format("Region {} {} {} {};\n", any_or_all(names.tasks), any_or_all(names.data),
                          any_or_all(processors), any_list({"SYSMEM", "FBMEM", "ZCMEM", "RDMEM"}));
      break;
    case 3:
      text += fmt::format("Layout {} {} {} {};\n", any_or_all(names.tasks), any_or_all(names.data),
                          any_or_all(memories), any_word(constraints));
      break;
    case 4:
      text += fmt::format("InstanceLimit {} {};\n", any_word(names.tasks), any_of_range(1, 4));
      break;
    case 5:
      text += fmt::format("CollectMemory {} {};\n", any_or_all(names.tasks), any_or_all(names.data));
      break;
    default: {
      std::string function = any_function(functions++, any_of_range(0, 3) > 0);
      const std::string target = any_of_range(0, 2) == 0 ? any_word({"GPU", "CPU"}) : any_word(names.tasks);
      text += function.replace(function.find('@'), 1, target);
      break;
    }
    }
  }
  return text;
}

} // namespace mapwright::mapper
