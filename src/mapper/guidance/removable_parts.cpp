#include "mapper/guidance/removable_parts.hpp"

#include "mapper/language/format.hpp"

#include <array>
#include <functional>
#include <type_traits>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using language::MapperSyntax;
using language::Statement;

/// The text of one statement alone, on one line.
std::string alone(Statement statement) {
  statement.surroundings = {};
  std::string text = language::format_mapper({{std::move(statement)}, {}});
  while (text.ends_with('\n')) {
    text.pop_back();
  }
  return text.substr(0, text.find('\n'));
}

template <class Item> std::string item_text(const Item& item) {
  if constexpr (std::is_same_v<Item, language::Name>) {
    return item.text;
  } else if constexpr (std::is_same_v<Item, Statement>) {
    return alone(item);
  } else if constexpr (std::is_same_v<Item, language::Constraint>) {
    constexpr std::array<const char*, 7> words{"SOA", "AOS", "C_order", "F_order", "Compact", "Exact", "Align"};
    return words.at(static_cast<std::size_t>(item.kind));
  } else {
    return std::string(to_string(item));
  }
}

/// A list of a statement, whatever its items are.
struct ListOfItems {
  std::size_t size = 0;
  std::function<std::string(std::size_t)> text;
  std::function<void(std::size_t)> erase;
};

template <class Item> ListOfItems list_of(std::vector<Item>& items) {
  return {items.size(), [&items](std::size_t i) { return item_text(items[i]); },
          [&items](std::size_t i) { items.erase(items.begin() + static_cast<std::ptrdiff_t>(i)); }};
}

/// The lists of a statement, in the order of its text; they live no longer than it.
std::vector<ListOfItems> lists_of(Statement& statement) {
  struct Lists {
    std::vector<ListOfItems> operator()(language::TaskStatement& s) const {
      return {list_of(s.tasks), list_of(s.kinds)};
    }
    std::vector<ListOfItems> operator()(language::RegionStatement& s) const { return {list_of(s.memories)}; }
    std::vector<ListOfItems> operator()(language::LayoutStatement& s) const { return {list_of(s.constraints)}; }
    std::vector<ListOfItems> operator()(language::MapStatement& s) const { return {list_of(s.targets)}; }
    std::vector<ListOfItems> operator()(language::ReplicateStatement& s) const { return {list_of(s.tasks)}; }
    std::vector<ListOfItems> operator()(language::StealStatement& s) const { return {list_of(s.tasks)}; }
    std::vector<ListOfItems> operator()(language::FunctionDefinition& s) const { return {list_of(s.body)}; }
    std::vector<ListOfItems> operator()(language::InstanceLimitStatement& /*s*/) const { return {}; }
    std::vector<ListOfItems> operator()(language::CollectStatement& /*s*/) const { return {}; }
    std::vector<ListOfItems> operator()(language::Assignment& /*s*/) const { return {}; }
    std::vector<ListOfItems> operator()(language::PrintStatement& /*s*/) const { return {}; }
    std::vector<ListOfItems> operator()(language::ReturnStatement& /*s*/) const { return {}; }
  };
  return std::visit(Lists{}, statement.is);
}

} // namespace

std::vector<RemovablePart> removable_parts(const MapperSyntax& syntax) {
  std::vector<RemovablePart> parts;
  for (std::size_t i = 0; i < syntax.statements.size(); ++i) {
    parts.push_back({i, 0, 0});
  }
  for (std::size_t i = 0; i < syntax.statements.size(); ++i) {
    Statement statement = syntax.statements[i];
    const std::vector<ListOfItems> lists = lists_of(statement);
    for (std::size_t list = 0; list < lists.size(); ++list) {
      for (std::size_t item = 0; item < lists[list].size && lists[list].size > 1; ++item) {
        parts.push_back({i, list + 1, item});
      }
    }
  }
  return parts;
}

MapperSyntax without_part(const MapperSyntax& syntax, const RemovablePart& part) {
  MapperSyntax out = syntax;
  if (part.list > 0) {
    lists_of(out.statements[part.statement])[part.list - 1].erase(part.item);
    return out;
  }
  const auto at = out.statements.begin() + static_cast<std::ptrdiff_t>(part.statement);
  out.statements.erase(at);
  return out;
}

std::string part_text(const MapperSyntax& syntax, const RemovablePart& part) {
  Statement statement = syntax.statements[part.statement];
  if (part.list == 0) {
    return alone(statement);
  }
  return fmt::format("'{}' in {}", lists_of(statement)[part.list - 1].text(part.item), alone(statement));
}

} // namespace mapwright::mapper
