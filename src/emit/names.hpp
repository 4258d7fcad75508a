// Names of emitted text: the user's names where they can be kept, changed as little as possible where not.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace mapwright::emit {

/// Whether `name` means something in one of the target languages or in the emitted text itself (a keyword, a type, a
/// built-in function, `point`, `count`). One list for all dialects, so that a map has the same names in each.
bool is_reserved(std::string_view name);

/// `name` as a C identifier: other characters become '_', leading and doubled '_' vanish, reserved words get a '_'
/// appended. Never empty.
std::string to_identifier(std::string_view name);

/// The names in use in one scope of emitted text.
class NameSet {
public:
  /// to_identifier(wanted), with '_' and then '_2', '_3', ... appended until it is free; taken from now on.
  std::string take(std::string_view wanted);
  void reserve(std::string_view name) { taken_.emplace(name); }

private:
  std::set<std::string, std::less<>> taken_;
};

} // namespace mapwright::emit
