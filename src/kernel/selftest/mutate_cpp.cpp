#include "expr/text.hpp"
#include "kernel/selftest/mutate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

/// The number of elements of an argument as C++, in the sizes.
std::string count_text(const Argument& argument) {
  std::string text = "std::size_t{1}";
  for (const expr::Expr& extent : argument.shape) {
    text += fmt::format(" * static_cast<std::size_t>({})", expr::to_text(extent));
  }
  return text;
}

/// What expressions of shapes may call.
constexpr const char* arithmetic =
    "  [[maybe_unused]] const auto floor_div = [](std::int64_t a, std::int64_t b) { return a / b - (a % b != 0 && (a < "
    "0) "
    "!= (b < 0)); };\n"
    "  [[maybe_unused]] const auto mod = [&](std::int64_t a, std::int64_t b) { return a - b * floor_div(a, b); };\n"
    "  [[maybe_unused]] const auto min = [](std::int64_t a, std::int64_t b) { return a < b ? a : b; };\n"
    "  [[maybe_unused]] const auto max = [](std::int64_t a, std::int64_t b) { return a < b ? b : a; };\n";

/// The writer of a mutant's body. Names of its own begin with own_, so that they hide no size and no argument.
class Body {
public:
  Body(const Task& task, std::string original) : task_(task), original_(std::move(original)) {}

  /// A call of the kernel; inputs whose copies were made go by the names of the copies.
  void call() {
    std::vector<std::string> arguments = task_.sizes;
    for (const Argument& argument : task_.arguments) {
      arguments.push_back(copied(argument) ? argument.name + "_rounded.data()" : argument.name);
    }
    line(fmt::format("{}({});", original_, fmt::join(arguments, ", ")));
  }

  void fill(int value) {
    for_outputs([&](const Argument& output) {
      line(fmt::format("std::fill_n({}, {}, static_cast<{}>({}));", output.name, count_text(output),
                       cpp_type(output.type), value));
    });
  }

  void copy_input() {
    for (const Argument& input : task_.arguments) {
      if (input.intent == Intent::out || input.shape.empty()) {
        continue;
      }
      for_outputs([&](const Argument& output) {
        line(fmt::format("for (std::size_t own_i = 0, own_n = {}, own_m = {}; own_i < own_n && own_m > 0; ++own_i) "
                         "{}[own_i] = static_cast<{}>({}[own_i % own_m]);",
                         count_text(output), count_text(input), output.name, cpp_type(output.type), input.name));
      });
      return;
    }
  }

  void spoil_last() {
    const Argument* last = nullptr;
    for_outputs([&](const Argument& output) { last = &output; });
    line(fmt::format("if (const std::size_t own_n = {}; own_n > 0) {{", count_text(*last)));
    line("  " + off_by_much(last->type, last->name + "[own_n - 1]"));
    line("}");
  }

  void keep_tails() {
    for_outputs([&](const Argument& output) {
      line(fmt::format("const std::size_t {0}_n = {1}, {0}_kept = {0}_n - {0}_n / 16 - ({0}_n > 0);", output.name,
                       count_text(output)));
      line(fmt::format("const std::vector<{1}> {0}_tail({0} + {0}_kept, {0} + {0}_n);", output.name,
                       cpp_type(output.type)));
    });
  }

  void restore_tails() {
    for_outputs([&](const Argument& output) {
      line(fmt::format("std::copy({0}_tail.begin(), {0}_tail.end(), {0} + {0}_kept);", output.name));
    });
  }

  void remember_or_return() {
    for_outputs([&](const Argument& output) {
      line(fmt::format("static std::vector<{}> {}_before;", cpp_type(output.type), output.name));
    });
    line("static bool own_again = false;");
    line("if (!own_again) {");
    call();
    for_outputs([&](const Argument& output) {
      line(fmt::format("{0}_before.assign({0}, {0} + {1});", output.name, count_text(output)));
    });
    line("own_again = true; return; }");
    for_outputs([&](const Argument& output) {
      line(fmt::format("std::copy_n({0}_before.begin(), std::min<std::size_t>({0}_before.size(), {1}), {0});",
                       output.name, count_text(output)));
    });
  }

  /// What is computed in place begins each time as it was given.
  void call_repeatedly() {
    const auto for_in_outs = [&](const auto& act) {
      for_outputs([&](const Argument& output) {
        if (output.intent == Intent::in_out) {
          act(output);
        }
      });
    };
    for_in_outs([&](const Argument& argument) {
      line(fmt::format("const std::vector<{1}> {0}_given({0}, {0} + {2});", argument.name, cpp_type(argument.type),
                       count_text(argument)));
    });
    for (int time = 0; time < 5; ++time) {
      for_in_outs([&](const Argument& argument) {
        line(fmt::format("std::copy({0}_given.begin(), {0}_given.end(), {0});", argument.name));
      });
      call();
    }
  }

  void round_inputs() {
    rounding_ = true;
    for (const Argument& input : task_.arguments) {
      if (copied(input)) {
        line(fmt::format("std::vector<float> {0}_rounded({0}, {0} + {1});", input.name, count_text(input)));
        line(
            fmt::format("for (float& x : {}_rounded) {{ std::uint32_t bits; std::memcpy(&bits, &x, 4); bits += 0x1000; "
                        "bits &= 0xffffe000; std::memcpy(&x, &bits, 4); }}",
                        input.name));
      }
    }
  }

  void line(const std::string& text) { text_ += "  " + text + "\n"; }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  template <class Do> void for_outputs(const Do& act) {
    for (const Argument& argument : task_.arguments) {
      if (argument.intent != Intent::in) {
        act(argument);
      }
    }
  }
  [[nodiscard]] bool copied(const Argument& argument) const {
    return rounding_ && argument.intent == Intent::in && !argument.shape.empty() && argument.type == Element::f32;
  }

  const Task& task_;
  std::string original_;
  std::string text_{};
  bool rounding_ = false;
};

void write(Body& body, Mutation mutation) {
  switch (mutation) {
  case Mutation::zero:
    return body.fill(0);
  case Mutation::constant:
    return body.fill(1);
  case Mutation::input_copy:
    return body.copy_input();
  case Mutation::one_wrong:
    body.call();
    return body.spoil_last();
  case Mutation::partial:
    body.keep_tails();
    body.call();
    return body.restore_tails();
  case Mutation::stale:
    return body.remember_or_return();
  case Mutation::imprecise:
    body.round_inputs();
    return body.call();
  case Mutation::crash:
    return body.line("*static_cast<volatile int*>(nullptr) = 1;");
  case Mutation::endless:
    return body.line("for (volatile int own_i = 0;; own_i = 0) {}");
  case Mutation::slow:
    return body.call_repeatedly();
  }
}

} // namespace

Mutant mutate_cpp(const Task& task, const KernelCandidate& kernel, Mutation mutation) {
  const std::string original = task.entry + "_original";
  Body body(task, original);
  write(body, mutation);
  KernelCandidate mutant = kernel;
  mutant.source = fmt::format("#include <algorithm>\n#include <cstddef>\n#include <cstdint>\n#include <cstring>\n"
                              "#include <vector>\n#define {0} {1}\n{2}\n#undef {0}\n{3} {{\n{4}{5}}}\n",
                              task.entry, original, kernel.source, cpp_declaration(task), arithmetic, body.text());
  return {.candidate = std::move(mutant)};
}

} // namespace mapwright::kernel
