#include "mapper/language/cursor.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

struct Habit {
  std::string_view word;
  std::string_view hint;
};

/// Words of other languages, and what stands for them here.
constexpr std::array<Habit, 13> habits{{
    {"and", "write &&"},
    {"or", "write ||"},
    {"not", "there is no negation: compare with == False"},
    {"if", "a choice is written condition ? a : b"},
    {"else", "a choice is written condition ? a : b"},
    {"elif", "a choice is written condition ? a : b"},
    {"while", "there are no loops but tuple(x for v in (a, b))"},
    {"lambda", "functions are written def name(Task t) { return ...; }"},
    {"None", "there is no empty value"},
    {"true", "write True"},
    {"false", "write False"},
    {"import", "there are no modules"},
    {"self", "a function sees its parameters, its own variables and the global ones"},
}};

std::string habit_hint(const Token& token) {
  const auto* const found =
      std::find_if(habits.begin(), habits.end(), [&](const Habit& habit) { return habit.word == token.text; });
  return found == habits.end() ? std::string() : std::string(found->hint);
}

} // namespace

const Token& TokenCursor::take() {
  const Token& token = peek();
  if (position_ + 1 < tokens_.size()) {
    ++position_;
  }
  return token;
}

bool TokenCursor::accept(std::string_view text) {
  if (!at(text)) {
    return false;
  }
  take();
  return true;
}

bool TokenCursor::expect(std::string_view text, std::string hint) {
  return accept(text) || expected(fmt::format("'{}'", text), std::move(hint));
}

bool TokenCursor::expected(std::string_view what, std::string hint) {
  const Token& found = peek();
  if (hint.empty()) {
    hint = found.after_slashes ? std::string(slashes_hint) : habit_hint(found);
  }
  diagnostics_.error(found.span, fmt::format("expected {}, found {}", what, describe(found)), std::move(hint));
  return false;
}

bool TokenCursor::enter() {
  if (nesting_ >= nesting_limit) {
    diagnostics_.error(peek().span, fmt::format("more than {} levels within one another", nesting_limit),
                       "give a part a name of its own");
    return false;
  }
  ++nesting_;
  return true;
}

} // namespace mapwright::mapper::language
