#include "cli/problem_file.hpp"

#include "domain/suggest.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

namespace mapwright::cli {

namespace {

/// Reads one file; the first error ends it.
class Reader {
public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  Result<ProblemFile> read() {
    toml::table root;
    try {
      root = toml::parse(text_, file_);
    } catch (const toml::parse_error& error) {
      return tl::unexpected<Error>(error_at(error.source(), std::string(error.description())));
    }
    for (const auto& [key, node] : root) {
      read_section(std::string(key.str()), node, key.source());
    }
    if (!error_ && problem_.kind.empty()) {
      error_ = error_at({}, "the file has no [problem] with a kind", "begin with [problem], kind = \"index-map\"");
    }
    if (!error_ && problem_.domain.empty()) {
      error_ = error_at({}, "the problem has no domain", "e.g. domain = \"triangle\" in [problem]");
    }
    if (error_) {
      return tl::unexpected<Error>(*error_);
    }
    return problem_;
  }

private:
  [[nodiscard]] Error error_at(const toml::source_region& region, std::string message, std::string hint = {}) const {
    SourceLocation where{file_, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column), {}};
    if (where.line < 1) {
      return {ErrorKind::input, fmt::format("{}: {}", file_, message), std::nullopt, std::move(hint)};
    }
    std::size_t begin = 0;
    for (int line = 1; line < where.line && begin != std::string_view::npos; ++line) {
      const std::size_t newline = text_.find('\n', begin);
      begin = newline == std::string_view::npos ? newline : newline + 1;
    }
    if (begin != std::string_view::npos) {
      where.source_line = std::string(text_.substr(begin, text_.find('\n', begin) - begin));
    }
    return {ErrorKind::input, std::move(message), where, std::move(hint)};
  }

  void refuse(const toml::source_region& region, std::string message, std::string hint = {}) {
    if (!error_) {
      error_ = error_at(region, std::move(message), std::move(hint));
    }
  }

  void unknown(const std::string& what, const std::string& name, const std::vector<std::string>& known,
               const toml::source_region& region) {
    refuse(region, fmt::format("unknown {} '{}'", what, name),
           domain::suggest(name, known, fmt::format("expected one of: {}", fmt::join(known, ", "))));
  }

  void read_section(const std::string& name, const toml::node& node, const toml::source_region& region) {
    const std::vector<std::string> sections{"problem", "parameters", "tables", "emit", "verify"};
    if (std::find(sections.begin(), sections.end(), name) == sections.end()) {
      unknown("section", name, sections, region);
      return;
    }
    const toml::table* table = node.as_table();
    if (table == nullptr) {
      refuse(region, fmt::format("'{}' must be a section", name), fmt::format("write [{}]", name));
      return;
    }
    for (const auto& [key, value] : *table) {
      read_key(name, std::string(key.str()), value, key.source());
    }
  }

  void read_key(const std::string& section, const std::string& key, const toml::node& node,
                const toml::source_region& region) {
    if (section == "parameters") {
      read_size(key, node);
    } else if (section == "tables") {
      read_table(key, node);
    } else if (section == "problem") {
      read_text_key(section, key, node, region,
                    {{"kind", &problem_.kind}, {"domain", &problem_.domain}, {"form", &problem_.form}});
      if (key == "kind" && !error_ && problem_.kind != "index-map") {
        refuse(node.source(), fmt::format("unknown kind '{}'", problem_.kind), "the kind is \"index-map\"");
      }
    } else if (section == "emit" && key == "languages") {
      read_languages(node);
    } else if (section == "emit") {
      read_text_key(section, key, node, region,
                    {{"languages", nullptr},
                     {"directory", &problem_.directory},
                     {"name", &problem_.name},
                     {"bits", &problem_.bits}});
    } else if (key != "exhaustive") {
      unknown("key of [verify]", key, {"exhaustive"}, region);
    } else if (const auto* flag = node.as_boolean()) {
      problem_.exhaustive = flag->get();
    } else {
      refuse(node.source(), "'exhaustive' is true or false");
    }
  }

  void read_text_key(const std::string& section, const std::string& key, const toml::node& node,
                     const toml::source_region& region,
                     const std::vector<std::pair<std::string, std::string*>>& targets) {
    std::vector<std::string> known;
    for (const auto& [name, target] : targets) {
      known.push_back(name);
      if (name != key) {
        continue;
      }
      if (const auto* text = node.as_string()) {
        *target = text->get();
      } else if (const auto* number = node.as_integer(); number != nullptr && key == "bits") {
        *target = std::to_string(number->get());
      } else {
        refuse(node.source(), fmt::format("'{}' must be a text in quotes", key));
      }
      return;
    }
    unknown(fmt::format("key of [{}]", section), key, known, region);
  }

  void read_size(const std::string& name, const toml::node& node) {
    if (const auto* number = node.as_integer()) {
      problem_.sizes.emplace_back(name, std::to_string(number->get()));
    } else if (const auto* text = node.as_string()) { // beyond 63 bits
      problem_.sizes.emplace_back(name, text->get());
    } else {
      refuse(node.source(), fmt::format("parameter '{}' must be an integer", name), "e.g. n = 1000");
    }
  }

  void read_table(const std::string& name, const toml::node& node) {
    if (const auto* file = node.as_string()) {
      problem_.tables.emplace_back(name, file->get());
      return;
    }
    const toml::array* list = node.as_array();
    if (list == nullptr || !list->is_homogeneous(toml::node_type::integer)) {
      refuse(node.source(), fmt::format("table '{}' must be a list of integers or the name of a file", name),
             "e.g. cu_seqlens = [0, 3, 8]");
      return;
    }
    std::string values;
    for (const toml::node& value : *list) {
      values += fmt::format("{}{}", values.empty() ? "" : ",", value.as_integer()->get());
    }
    problem_.tables.emplace_back(name, values);
  }

  void read_languages(const toml::node& node) {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty() || !list->is_homogeneous(toml::node_type::string)) {
      refuse(node.source(), "'languages' must be a list of names", "e.g. languages = [\"cpp\", \"cuda\"]");
      return;
    }
    for (const toml::node& language : *list) {
      problem_.languages.push_back(language.as_string()->get());
    }
  }

  std::string_view text_;
  std::string file_;
  ProblemFile problem_;
  std::optional<Error> error_;
};

} // namespace

Result<ProblemFile> parse_problem(std::string_view text, const std::string& file) {
  return Reader(text, file).read();
}

} // namespace mapwright::cli
