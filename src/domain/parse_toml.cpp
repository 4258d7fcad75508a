// Domains in TOML files; docs/domains.md lists the keys.
#include "domain/affine_rows.hpp"
#include "domain/parse_forms.hpp"
#include "domain/toml_text.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <fstream>

#include <fmt/format.h>
#include <toml++/toml.h>

namespace mapwright::domain {

namespace {

constexpr std::size_t most_file = std::size_t{1} << 20;

class TomlReader : public TomlText {
public:
  TomlReader(const Fragment& text, const Parsing& parsing) : TomlText(text), parsing_(parsing) {}

  Result<Domain> read(const toml::table& table) {
    static const std::vector<std::string> forms{"domain", "union",   "difference",  "intersection",
                                                "ragged", "fractal", "substitution"};
    std::vector<std::string> known = forms;
    known.emplace_back("summary");
    if (auto error = unknown_key(table, known)) {
      return tl::unexpected<Error>(*error);
    }
    const toml::node* chosen = nullptr;
    std::string form;
    for (const auto& [key, node] : table) {
      if (key.str() == "summary") {
        continue;
      }
      if (chosen != nullptr) {
        return refuse(node, fmt::format("a file describes one domain: both '{}' and '{}' are given", form, key.str()));
      }
      chosen = &node;
      form = std::string(key.str());
    }
    if (chosen == nullptr) {
      return tl::unexpected<Error>(
          text().error(0, "the file describes no domain", fmt::format("give one of: {}", fmt::join(forms, ", "))));
    }
    auto domain = read_form(form, *chosen);
    if (const toml::node* summary = table.get("summary"); domain && summary != nullptr) {
      if (!summary->is_string()) {
        return refuse(*summary, "the summary is a text");
      }
      domain->summary = summary->as_string()->get();
    }
    return domain;
  }

private:
  Result<Domain> read_form(const std::string& form, const toml::node& node) {
    if (form == "domain") {
      return text_domain(node);
    }
    if (form == "union") {
      return members(SetOperation::unite, node);
    }
    if (form == "difference") {
      return members(SetOperation::subtract, node);
    }
    if (form == "intersection") {
      return members(SetOperation::intersect, node);
    }
    if (!node.is_table()) {
      return refuse(node, fmt::format("'{}' is a table", form), fmt::format("write [{}] on a line of its own", form));
    }
    const toml::table& table = *node.as_table();
    return form == "ragged"    ? ragged(table)
           : form == "fractal" ? read_toml_fractal(*this, table)
                               : read_toml_substitution(*this, table);
  }

  Result<Domain> text_domain(const toml::node& node) {
    if (!node.is_string()) {
      return refuse(node, "expected a domain as text", "e.g. domain = \"triangle\"");
    }
    const Parsing inner{parsing_.options, parsing_.depth + 1};
    return within(node, [&](const Fragment& text) { return parse_any(text, inner); });
  }

  Result<Domain> members(SetOperation operation, const toml::node& node) {
    if (!node.is_array()) {
      return refuse(node, "expected a list of domains", "e.g. union = [\"triangle\", \"band(a=3,b=0)\"]");
    }
    std::vector<std::pair<Fragment, Domain>> domains;
    for (const toml::node& member : *node.as_array()) {
      auto domain = text_domain(member);
      if (!domain) {
        return domain;
      }
      const std::size_t at = offset_of(member);
      domains.emplace_back(text().part(at, at), std::move(*domain));
    }
    const std::size_t at = offset_of(node);
    return combine(operation, domains, text().part(at, at));
  }

  Result<Domain> ragged(const toml::table& table) {
    if (auto error = unknown_key(table, {"rows", "row_lengths", "offsets"})) {
      return tl::unexpected<Error>(*error);
    }
    const toml::node* rows = table.get("rows");
    const toml::node* lengths = table.get("row_lengths");
    const toml::node* offsets = table.get("offsets");
    if (rows == nullptr) {
      return refuse(table, "a ragged domain needs 'rows', the domain of one row", "e.g. rows = \"triangle\"");
    }
    if (lengths != nullptr && offsets != nullptr) {
      return refuse(*lengths, "give either 'row_lengths' or 'offsets'");
    }
    auto inner = text_domain(*rows);
    if (!inner) {
      return inner;
    }
    const std::size_t at = offset_of(*rows);
    auto domain = make_ragged(std::move(*inner), text().part(at, at));
    if (!domain) {
      return domain;
    }
    auto& shape = std::get<RaggedShape>(domain->shape);
    if (offsets != nullptr) {
      if (!offsets->is_string() || !expr::is_name(offsets->as_string()->get())) {
        return refuse(*offsets, "'offsets' is the name of the run-time table", "e.g. offsets = \"cu_seqlens\"");
      }
      shape.offsets = Symbol(offsets->as_string()->get());
    }
    if (lengths != nullptr) {
      auto fixed = fixed_offsets(*lengths);
      if (!fixed) {
        return forward(fixed);
      }
      shape.fixed = std::move(*fixed);
      domain->parameters.clear();
    }
    return domain;
  }

  Result<std::vector<std::int64_t>> fixed_offsets(const toml::node& node) const {
    const toml::array* list = node.as_array();
    if (list == nullptr || list->empty()) {
      return refuse(node, "expected a list of row lengths", "e.g. row_lengths = [3, 5, 2]");
    }
    std::vector<std::int64_t> offsets{0};
    for (const toml::node& length : *list) {
      if (!length.is_integer() || length.as_integer()->get() < 0 ||
          length.as_integer()->get() > most_coordinate - offsets.back()) {
        return refuse(length, "a row length is an integer, not negative, and their sum stays below 2^62");
      }
      offsets.push_back(offsets.back() + length.as_integer()->get());
    }
    return offsets;
  }

  Parsing parsing_;
};

} // namespace

Result<Domain> parse_toml_text(const Fragment& fragment, const Parsing& parsing) {
  if (parsing.depth > 8) {
    return tl::unexpected<Error>(fragment.error(0, "domains are nested too deep", "does a file name itself?"));
  }
  toml::table table;
  try {
    table = toml::parse(fragment.view(), fragment.file);
  } catch (const toml::parse_error& error) {
    Error own = Error{ErrorKind::input, std::string(error.description()), std::nullopt, "the file must be TOML"};
    own.where = SourceLocation{"", static_cast<int>(error.source().begin.line),
                               static_cast<int>(error.source().begin.column), ""};
    return tl::unexpected<Error>(fragment.relocated(own));
  }
  return TomlReader(fragment, parsing).read(table);
}

Result<Domain> parse_toml_file(const Fragment& fragment, const Parsing& parsing) {
  const ParseOptions& options = *parsing.options;
  if (!options.read_files) {
    return tl::unexpected<Error>(fragment.error(0, "files are not read here"));
  }
  std::filesystem::path path{std::string(fragment.view())};
  if (path.is_relative() && !options.base_directory.empty()) {
    path = options.base_directory / path;
  }
  std::error_code unreadable;
  const bool regular = std::filesystem::is_regular_file(path, unreadable);
  std::ifstream stream(path, std::ios::binary);
  if (!regular || !stream) {
    return tl::unexpected<Error>(fragment.error(0, fmt::format("cannot read '{}'", path.string())));
  }
  std::string text(most_file + 1, '\0');
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(stream.gcount()));
  if (text.size() > most_file) {
    return tl::unexpected<Error>(
        fragment.error(0, fmt::format("'{}' is longer than {} bytes", path.string(), most_file)));
  }
  ParseOptions inner = options;
  inner.file = path.string();
  inner.base_directory = path.parent_path();
  return parse_toml_text(whole(text, inner.file), Parsing{&inner, parsing.depth + 1});
}

} // namespace mapwright::domain
