#include "domain/isl_text.hpp"

#include "domain/affine_rows.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <isl/obj.h>
#include <isl/stream.h>

namespace mapwright::domain {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 16;
constexpr int most_nesting = 64;
constexpr std::size_t most_digits = 19;

struct FreeStream {
  void operator()(isl_stream* stream) const { isl_stream_free(stream); }
};
using Stream = std::unique_ptr<isl_stream, FreeStream>;

struct FreeToken {
  void operator()(isl_token* token) const { isl_token_free(token); }
};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t token_length(std::string_view rest) {
  std::size_t length = 1;
  if (is_letter(rest[0])) {
    while (length < rest.size() && (is_letter(rest[length]) || is_digit(rest[length]) || rest[length] == '\'')) {
      ++length;
    }
  } else if (is_digit(rest[0])) {
    while (length < rest.size() && is_digit(rest[length])) {
      ++length;
    }
  } else if (rest.size() > 1) {
    static constexpr std::array<std::string_view, 13> pairs{"->", "<=", ">=", "!=", "==", "&&", "||",
                                                            ":=", "<<", ">>", "=>", "//", "^^"};
    length = std::find(pairs.begin(), pairs.end(), rest.substr(0, 2)) != pairs.end() ? 2 : 1;
  }
  return length;
}

/// Offsets of the tokens of a set text.
std::vector<std::size_t> token_offsets(std::string_view text) {
  std::vector<std::size_t> offsets;
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == ' ' || text[i] == '\t' || text[i] == '\n' || text[i] == '\r') {
      ++i;
      continue;
    }
    offsets.push_back(i);
    i += token_length(text.substr(i));
  }
  return offsets;
}

std::size_t drain(isl_stream* stream) {
  std::size_t count = 0;
  while (const std::unique_ptr<isl_token, FreeToken> token{isl_stream_next_token(stream)}) {
    ++count;
  }
  return count;
}

/// Where isl stopped reading: the last token it took. isl tells no position, so the tokens it left are counted.
std::size_t failure_offset(const IslContext& context, const std::string& text, std::size_t tokens_left) {
  const std::vector<std::size_t> offsets = token_offsets(text);
  const Stream again(isl_stream_new_str(context.get(), text.c_str()));
  if (offsets.empty() || drain(again.get()) != offsets.size() || tokens_left >= offsets.size()) {
    return 0;
  }
  return tokens_left == 0 ? text.size() : offsets[offsets.size() - tokens_left - 1];
}

/// Refuses what isl would misread or what could exhaust it: bytes outside printable ASCII, quotes, comments, long
/// numbers, deep nesting.
std::optional<Error> check_bytes(const Fragment& fragment) {
  const std::string_view text = fragment.view();
  if (text.size() > most_bytes) {
    return fragment.error(0, fmt::format("the set is longer than {} bytes", most_bytes));
  }
  int depth = 0;
  std::size_t digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    digits = is_digit(c) ? digits + 1 : 0;
    if (digits > most_digits) {
      return fragment.error(i + 1 - digits, "the number is too large for a set",
                            fmt::format("at most {} digits are supported", most_digits));
    }
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    if (depth > most_nesting) {
      return fragment.error(i, fmt::format("brackets are nested deeper than {}", most_nesting));
    }
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if ((c < ' ' || c > '~') && !blank) {
      return fragment.error(i, "a set is written in ASCII characters");
    }
    if (c == '"' || c == '#' || c == '$' || c == '@' || c == '\\' || c == '`') {
      return fragment.error(i, fmt::format("unexpected '{}' in a set", c));
    }
  }
  return std::nullopt;
}

Error syntax_error(const IslContext& context, const Fragment& fragment, const std::string& text, std::size_t left) {
  const std::size_t offset = failure_offset(context, text, left);
  if (offset == text.size()) {
    return fragment.error(offset, "the set ends too early", "e.g. [n] -> { [i, j] : 0 <= j <= i < n }");
  }
  const std::string_view rest = std::string_view(text).substr(offset);
  return fragment.error(offset, fmt::format("the set cannot be read at '{}'", rest.substr(0, token_length(rest))),
                        "constraints must be affine, e.g. [n] -> { [i, j] : 0 <= j <= i < n }");
}

void free_object(isl_obj object) {
  if (object.v != nullptr) {
    object.type->free(object.v);
  }
}

std::optional<Error> check_names(const IslSet& set, const Fragment& fragment) {
  const std::vector<std::string> parameters = names_of(set, isl_dim_param);
  const std::vector<std::string> dimensions = names_of(set, isl_dim_set);
  if (dimensions.size() > static_cast<std::size_t>(most_dimensions)) {
    return fragment.error(
        0, fmt::format("the set has {} dimensions, at most {} are supported", dimensions.size(), most_dimensions));
  }
  if (parameters.size() > static_cast<std::size_t>(most_parameters)) {
    return fragment.error(
        0, fmt::format("the set has {} parameters, at most {} are supported", parameters.size(), most_parameters));
  }
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (dimensions[i].empty()) {
      return fragment.error(0, fmt::format("dimension {} has no name of its own", i + 1),
                            "name every dimension and put its value behind the colon: { [i, j] : j = 2i }");
    }
    if (std::count(dimensions.begin(), dimensions.end(), dimensions[i]) > 1 ||
        std::count(parameters.begin(), parameters.end(), dimensions[i]) > 0) {
      return fragment.error(0, fmt::format("the name '{}' is used twice", dimensions[i]));
    }
  }
  for (const auto* names : {&parameters, &dimensions}) {
    for (const std::string& name : *names) {
      if (!expr::is_name(name)) {
        return fragment.error(0, fmt::format("'{}' is not a usable name", name),
                              "a name is a letter or '_', then letters, digits and '_'");
      }
    }
  }
  return std::nullopt;
}

/// The first dimension that is unbounded for some parameters, or -1.
int unbounded_dimension(const IslSet& set, int dimensions) {
  for (int k = 0; k < dimensions; ++k) {
    IslSet line(isl_set_project_out(set.copy(), isl_dim_set, static_cast<unsigned>(k + 1),
                                    static_cast<unsigned>(dimensions - k - 1)));
    line = IslSet(isl_set_project_out(line.release(), isl_dim_set, 0, static_cast<unsigned>(k)));
    line = IslSet(isl_set_compute_divs(line.release()));
    if (line && isl_set_is_bounded(line.get()) == isl_bool_false) {
      return k;
    }
  }
  return -1;
}

} // namespace

std::vector<std::string> names_of(const IslSet& set, isl_dim_type type) {
  std::vector<std::string> names;
  const int count = isl_set_dim(set.get(), type);
  for (int i = 0; i < count; ++i) {
    const char* name = isl_set_get_dim_name(set.get(), type, static_cast<unsigned>(i));
    names.emplace_back(name != nullptr ? name : "");
  }
  return names;
}

Result<IslSet> read_set(const IslContext& context, const Fragment& fragment) {
  if (auto error = check_bytes(fragment)) {
    return tl::unexpected<Error>(*error);
  }
  const std::string text(fragment.view());
  const Stream stream(isl_stream_new_str(context.get(), text.c_str()));
  const isl_obj object = isl_stream_read_obj(stream.get());
  const std::size_t left = drain(stream.get());
  if (object.v == nullptr) {
    if (context.quota_exceeded()) {
      return tl::unexpected<Error>(fragment.error(0, "the set is too complicated to read"));
    }
    return tl::unexpected<Error>(syntax_error(context, fragment, text, left));
  }
  if (object.type != isl_obj_set) {
    const bool relation = object.type == isl_obj_map || object.type == isl_obj_union_map;
    free_object(object);
    return tl::unexpected<Error>(
        fragment.error(0, relation ? "a domain is a set, this is a relation" : "a domain is one set of points",
                       "e.g. [n] -> { [i, j] : 0 <= j <= i < n }"));
  }
  IslSet set(static_cast<isl_set*>(object.v));
  if (left > 0) {
    const std::vector<std::size_t> offsets = token_offsets(text);
    const std::size_t at = left <= offsets.size() ? offsets[offsets.size() - left] : 0;
    return tl::unexpected<Error>(fragment.error(at, "unexpected text after the set"));
  }
  if (isl_set_is_wrapping(set.get()) == isl_bool_true) {
    return tl::unexpected<Error>(fragment.error(0, "nested tuples are not supported", "write one tuple: { [i, j] }"));
  }
  if (isl_set_dim(set.get(), isl_dim_set) <= 0) {
    return tl::unexpected<Error>(
        fragment.error(0, "the set has no dimensions", "e.g. [n] -> { [i, j] : 0 <= j <= i < n }"));
  }
  if (isl_set_has_tuple_name(set.get()) == isl_bool_true) {
    set = IslSet(isl_set_reset_tuple_id(set.release()));
  }
  if (auto error = check_names(set, fragment)) {
    return tl::unexpected<Error>(*error);
  }
  return set;
}

Result<Domain> finish_set(const IslContext& context, IslSet set, const Fragment& fragment) {
  const auto refuse = [&](std::string message, std::string hint = {}) {
    return tl::unexpected<Error>(fragment.error(0, std::move(message), std::move(hint)));
  };
  set = coalesced(IslSet(isl_set_compute_divs(set.release())));
  const int dimensions = set ? isl_set_dim(set.get(), isl_dim_set) : -1;
  const isl_bool empty = set ? isl_set_is_empty(set.get()) : isl_bool_error;
  if (empty == isl_bool_true) {
    return refuse("the set is empty for all parameters");
  }
  IslSet explicit_set(isl_set_compute_divs(set.copy()));
  const isl_bool bounded = explicit_set ? isl_set_is_bounded(explicit_set.get()) : isl_bool_error;
  if (bounded == isl_bool_false) {
    const int unbounded = unbounded_dimension(set, dimensions);
    const std::string which = unbounded < 0 ? "" : names_of(set, isl_dim_set)[static_cast<std::size_t>(unbounded)];
    return refuse(which.empty() ? "the set is unbounded" : fmt::format("the set is unbounded in '{}'", which),
                  "give every dimension a lower and an upper bound");
  }
  if (empty == isl_bool_error || bounded == isl_bool_error) {
    return refuse("the set is too complicated: its analysis exceeds the limit of operations",
                  "write it with fewer alternatives or existential variables");
  }
  const auto rows = extract_rows(context, set);
  if (!rows) {
    return refuse(rows.error().message, rows.error().hint);
  }
  Domain domain;
  domain.text = std::string(fragment.view());
  domain.dimensions = names_of(set, isl_dim_set);
  for (const std::string& name : names_of(set, isl_dim_param)) {
    domain.parameters.emplace_back(name);
  }
  domain.summary = fmt::format("affine set in {} dimension{}", dimensions, dimensions == 1 ? "" : "s");
  AffineShape shape;
  for (const std::string& name : domain.dimensions) {
    shape.scan.emplace_back(name);
  }
  shape.set = take_text(isl_set_to_str(set.get()));
  domain.shape = std::move(shape);
  return domain;
}

} // namespace mapwright::domain
