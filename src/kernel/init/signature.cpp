#include "kernel/init/signature.hpp"

#include "core/suggest.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

using Tokens = std::vector<Token>;

const std::set<std::string_view> qualifiers{"const",    "volatile",         "restrict",  "__restrict__", "__restrict",
                                            "__global", "global",           "__private", "private",      "__constant",
                                            "constant", "__local",          "local",     "std",          "struct",
                                            "register", "__grid_constant__"};

const std::map<std::string, Element, std::less<>> element_of_words{
    {"float", Element::f32},
    {"double", Element::f64},
    {"half", Element::f16},
    {"__half", Element::f16},
    {"__nv_bfloat16", Element::bf16},
    {"char", Element::i8},
    {"signed char", Element::i8},
    {"int8_t", Element::i8},
    {"unsigned char", Element::u8},
    {"uchar", Element::u8},
    {"uint8_t", Element::u8},
    {"int", Element::i32},
    {"signed", Element::i32},
    {"signed int", Element::i32},
    {"int32_t", Element::i32},
    {"unsigned", Element::u32},
    {"unsigned int", Element::u32},
    {"uint", Element::u32},
    {"uint32_t", Element::u32},
    {"long", Element::i64},
    {"long int", Element::i64},
    {"long long", Element::i64},
    {"long long int", Element::i64},
    {"int64_t", Element::i64},
    {"ptrdiff_t", Element::i64},
    {"unsigned long", Element::u64},
    {"unsigned long int", Element::u64},
    {"unsigned long long", Element::u64},
    {"unsigned long long int", Element::u64},
    {"ulong", Element::u64},
    {"uint64_t", Element::u64},
    {"size_t", Element::u64},
};

tl::unexpected<Error> fail_at(std::string_view source, const std::string& file, std::size_t at, std::string message,
                              std::string hint = {}) {
  return tl::unexpected<Error>(Error{ErrorKind::input, std::move(message), locate(source, at, file), std::move(hint)});
}

bool is(const Tokens& tokens, std::size_t i, std::string_view text) {
  return i < tokens.size() && tokens[i].text == text;
}

/// Where the parameters of a function open whose body opens at `brace`; nothing when the brace opens something else.
std::optional<std::size_t> parameters_before(const Tokens& tokens, std::size_t begin, std::size_t brace) {
  std::optional<std::size_t> open;
  for (std::size_t i = begin; i < brace; ++i) {
    if (!is(tokens, i, "(")) {
      continue;
    }
    static const std::set<std::string_view> no_names{"__attribute__", "__launch_bounds__", "noexcept", "__declspec",
                                                     "alignas"};
    if (i > begin && tokens[i - 1].kind == TokenKind::name && !no_names.contains(tokens[i - 1].text)) {
      open = i;
    }
    i = closing(tokens, i);
  }
  return open;
}

/// One function, as indices of tokens.
struct Found {
  std::size_t begin = 0;
  std::size_t open = 0; ///< of its parameters
  std::size_t brace = 0;
  bool in_c_block = false;
};

/// All functions with bodies outside of classes.
std::vector<Found> functions(const Tokens& tokens) {
  std::vector<Found> found;
  std::size_t begin = 0;
  std::size_t c_blocks = 0; // closing brace of the innermost extern "C" { }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (is(tokens, i, ";") || is(tokens, i, "}")) {
      begin = i + 1;
    } else if (is(tokens, i, "(")) {
      i = closing(tokens, i);
    } else if (is(tokens, i, "{")) {
      const bool named_space = begin < i && (is(tokens, begin, "namespace") || is(tokens, begin + 1, "namespace"));
      const bool c_block = i == begin + 2 && is(tokens, begin, "extern");
      if (named_space || c_block) {
        c_blocks = c_block ? std::max(c_blocks, closing(tokens, i)) : c_blocks;
        begin = i + 1;
        continue;
      }
      if (const auto open = parameters_before(tokens, begin, i)) {
        found.push_back({begin, *open, i, i < c_blocks});
        begin = closing(tokens, i) + 1;
      }
      i = closing(tokens, i);
    }
  }
  return found;
}

/// What marks a kernel in its language; empty: no word does.
std::set<std::string_view> kernel_words(Backend backend) {
  switch (backend) {
  case Backend::cpp:
    return {};
  case Backend::opencl:
    return {"__kernel", "kernel"};
  case Backend::cuda:
  case Backend::hip:
    return {"__global__"};
  }
  return {};
}

bool has_word(const Tokens& tokens, const Found& function, const std::set<std::string_view>& words) {
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(function.begin),
                     tokens.begin() + static_cast<std::ptrdiff_t>(function.open),
                     [&](const Token& token) { return words.contains(token.text); });
}

/// A C++ kernel gives nothing back and is seen from outside; helpers mostly do not.
bool is_kernel(const Tokens& tokens, const Found& function, Backend backend) {
  const auto words = kernel_words(backend);
  return words.empty() ? has_word(tokens, function, {"void"}) && !has_word(tokens, function, {"static", "inline"})
                       : has_word(tokens, function, words);
}

class ParameterReader {
public:
  ParameterReader(std::string_view source, const std::string& file, const Tokens& tokens)
      : source_(source), file_(file), tokens_(tokens) {}

  /// Tokens [from, to).
  Result<Parameter> read(std::size_t from, std::size_t to) const {
    Parameter parameter;
    std::vector<std::size_t> words; // identifiers that are no qualifiers
    for (std::size_t i = from; i < to; ++i) {
      const Token& token = tokens_[i];
      if (token.text == "*" || token.text == "[") {
        if (parameter.pointer) {
          return fail_at(source_, file_, token.begin, "pointers to pointers are no arguments of a task");
        }
        parameter.pointer = true;
        i = token.text == "[" ? closing(tokens_, i) : i;
      } else if (token.text == "const" || token.text == "__constant" || token.text == "constant") {
        parameter.constant = parameter.constant || !parameter.pointer;
      } else if (token.text == "__local" || token.text == "local") {
        parameter.local = true;
      } else if (token.kind == TokenKind::name && !qualifiers.contains(token.text)) {
        words.push_back(i);
      } else if (token.text != ":" && token.kind != TokenKind::name) {
        return fail_at(source_, file_, token.begin,
                       fmt::format("'{}' cannot be in a parameter of a kernel", token.text),
                       "parameters are numbers and pointers to numbers");
      }
    }
    if (words.size() < 2) {
      return fail_at(source_, file_, tokens_[from].begin, "a parameter needs a type and a name");
    }
    const Token& name = tokens_[words.back()];
    parameter.name = std::string(name.text);
    parameter.at = name.begin;
    words.pop_back();
    std::vector<std::string_view> type;
    for (const std::size_t word : words) {
      type.push_back(tokens_[word].text);
    }
    const std::string text = fmt::format("{}", fmt::join(type, " "));
    const auto element = element_of_words.find(text);
    if (element == element_of_words.end()) {
      return fail_at(source_, file_, tokens_[words.front()].begin,
                     fmt::format("there are no arguments of type '{}'", text),
                     "a task's arguments are integers of 8, 32 and 64 bits, float, double, and half precision");
    }
    parameter.type = element->second;
    parameter.type_at = tokens_[words.front()].begin;
    parameter.type_size = tokens_[words.back()].end - parameter.type_at;
    return parameter;
  }

private:
  std::string_view source_;
  const std::string& file_;
  const Tokens& tokens_;
};

std::string kind_of_function(Backend backend) {
  switch (backend) {
  case Backend::opencl:
    return "__kernel function";
  case Backend::cuda:
  case Backend::hip:
    return "__global__ function";
  case Backend::cpp:
    break;
  }
  return "function";
}

/// The one that is wanted.
Result<Found> choose(std::string_view source, const std::string& file, const Tokens& tokens,
                     const WantedFunction& wanted) {
  std::vector<std::string> names;
  for (const Found& function : functions(tokens)) {
    const std::string name(tokens[function.open - 1].text);
    if (!is_kernel(tokens, function, wanted.backend)) {
      continue;
    }
    names.push_back(name);
    if (wanted.name.empty() ? tokens[function.begin].begin >= wanted.after : name == wanted.name) {
      return function;
    }
  }
  const std::string what = kind_of_function(wanted.backend);
  if (!wanted.name.empty()) {
    return fail_at(source, file, wanted.after, fmt::format("there is no {} '{}'", what, wanted.name),
                   suggest(wanted.name, names, fmt::format("there are {}", fmt::join(names, ", "))));
  }
  return fail_at(source, file, std::min(wanted.after, source.size()), fmt::format("no {} follows here", what),
                 "the comment stands before the kernel, or names it: entry");
}

} // namespace

Result<Signature> read_signature(std::string_view source, const std::string& file, const WantedFunction& wanted) {
  const Tokens tokens = tokens_of(source, Signs::single);
  const auto found = choose(source, file, tokens, wanted);
  if (!found) {
    return forward(found);
  }
  Signature signature;
  signature.name = std::string(tokens[found->open - 1].text);
  signature.at = tokens[found->open - 1].begin;
  signature.begin = tokens[found->begin].begin;
  signature.body = tokens[found->brace].begin;
  const std::size_t end = closing(tokens, found->brace);
  signature.end = end < tokens.size() ? tokens[end].end : source.size();
  signature.c_linkage =
      found->in_c_block || (is(tokens, found->begin, "extern") && is(tokens, found->begin + 1, "\"C\""));
  if (is(tokens, found->begin, "template")) {
    return fail_at(source, file, signature.begin, "a template is no kernel", "give its parameters values");
  }
  const ParameterReader reader(source, file, tokens);
  const std::size_t close = closing(tokens, found->open);
  std::size_t from = found->open + 1;
  for (std::size_t i = from; i <= close && from < close; ++i) {
    if (is(tokens, i, "(") && i != close) {
      i = closing(tokens, i);
    }
    if (i != close && !is(tokens, i, ",")) {
      continue;
    }
    auto parameter = reader.read(from, i);
    if (!parameter) {
      return forward(parameter);
    }
    signature.parameters.push_back(*std::move(parameter));
    from = i + 1;
  }
  return signature;
}

Intent intent_of_writes(const std::vector<Token>& body, std::string_view name) {
  const auto use = std::find_if(body.begin(), body.end(), [&](const Token& token) { return token.text == name; });
  const auto index = static_cast<std::size_t>(use - body.begin());
  if (!is(body, index + 1, "[")) {
    return Intent::in_out;
  }
  const std::size_t after = closing(body, index + 1) + 1;
  if (!is(body, after, "=")) {
    return Intent::in_out;
  }
  for (std::size_t i = after; i < body.size() && !is(body, i, ";"); ++i) {
    if (body[i].text == name) {
      return Intent::in_out;
    }
  }
  return Intent::out;
}

} // namespace mapwright::kernel
