#include "index_map/tiles/mask.hpp"

#include "core/suggest.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::tiles {

namespace {

struct NamedMask {
  std::string_view name;
  Mask mask;
};

constexpr std::array<NamedMask, 7> named_masks{{
    {"full", {}},
    {"causal", {.right = 0}},
    {"window", {}},
    {"sink-window", {.right = 0}},
    {"prefix", {.right = 0}},
    {"lower", {.right = 0}},
    {"upper", {.left = 0}},
}};

constexpr std::string_view document_opens = "document(";

/// The numbers a mask of that name is nothing without.
std::vector<std::string_view> needed_keys(std::string_view name) {
  if (name == "window") {
    return {"left", "right"};
  }
  if (name == "sink-window") {
    return {"sink", "left"};
  }
  return name == "prefix" ? std::vector<std::string_view>{"prefix"} : std::vector<std::string_view>{};
}

class MaskReader {
public:
  explicit MaskReader(std::string_view text) : text_(text) {}

  Result<Mask> read() {
    std::string_view body = text_;
    bool documents = false;
    if (body.starts_with(document_opens)) {
      if (!body.ends_with(')')) {
        return refuse(body.size(), "the bracket of document( is not closed", "document(causal)");
      }
      documents = true;
      body = body.substr(document_opens.size(), body.size() - document_opens.size() - 1);
    }
    auto mask = simple(body);
    if (mask) {
      mask->documents = documents;
      if (documents && mask->align == Align::bottom_right) {
        return refuse(0, "documents have as many queries as keys, so align changes nothing there", "leave it out");
      }
    }
    return mask;
  }

private:
  Result<Mask> simple(std::string_view body) {
    const std::size_t open = body.find('(');
    const std::string_view name = body.substr(0, open);
    std::optional<Mask> mask;
    std::vector<std::string> names;
    for (const NamedMask& known : named_masks) {
      names.emplace_back(known.name);
      if (known.name == name) {
        mask = known.mask;
      }
    }
    if (!mask) {
      return refuse(offset(body), fmt::format("there is no mask '{}'", name),
                    suggest(std::string(name), names, fmt::format("the masks are {}", fmt::join(names, ", "))));
    }
    std::vector<std::string_view> given;
    if (open != std::string_view::npos) {
      if (!body.ends_with(')')) {
        return refuse(offset(body) + body.size(), fmt::format("the bracket of {}( is not closed", name), "");
      }
      std::string_view rest = body.substr(open + 1, body.size() - open - 2);
      while (!rest.empty()) {
        const std::size_t comma = rest.find(',');
        if (auto set = assign(rest.substr(0, comma), *mask, given); !set) {
          return forward(set);
        }
        rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
      }
    }
    for (const std::string_view key : needed_keys(name)) {
      if (std::find(given.begin(), given.end(), key) == given.end()) {
        return refuse(offset(body), fmt::format("'{}' needs {}", name, key),
                      fmt::format("{}({}=128, ...); -1 is no bound", name, key));
      }
    }
    return *mask;
  }

  Result<void> assign(std::string_view setting, Mask& mask, std::vector<std::string_view>& given) {
    while (setting.starts_with(' ')) {
      setting.remove_prefix(1);
    }
    const std::size_t equals = setting.find('=');
    const std::string_view key = setting.substr(0, equals);
    const std::string_view value = equals == std::string_view::npos ? std::string_view{} : setting.substr(equals + 1);
    given.push_back(key);
    if (key == "align") {
      if (value != "top-left" && value != "bottom-right") {
        return refuse(offset(setting), fmt::format("align is top-left or bottom-right, not '{}'", value), "");
      }
      mask.align = value == "top-left" ? Align::top_left : Align::bottom_right;
      return {};
    }
    const std::array<std::pair<std::string_view, Number*>, 4> numbers{
        {{"left", &mask.left}, {"right", &mask.right}, {"sink", &mask.sink}, {"prefix", &mask.prefix}}};
    for (const auto& [name, number] : numbers) {
      if (name != key) {
        continue;
      }
      const Number least = key == "left" || key == "right" ? -1 : 0;
      const auto [end, code] = std::from_chars(value.data(), value.data() + value.size(), *number);
      if (value.empty() || code != std::errc{} || end != value.data() + value.size() || *number < least ||
          *number > most_length) {
        return refuse(offset(setting),
                      fmt::format("{} is an integer from {} to {}, not '{}'", key, least, most_length, value), "");
      }
      return {};
    }
    return refuse(offset(setting), fmt::format("a mask has no '{}'", key),
                  "it takes left, right, sink, prefix and align");
  }

  [[nodiscard]] std::size_t offset(std::string_view part) const {
    return static_cast<std::size_t>(part.data() - text_.data());
  }

  [[nodiscard]] tl::unexpected<Error> refuse(std::size_t at, std::string message, std::string hint) const {
    return tl::unexpected<Error>(
        Error{ErrorKind::input, std::move(message), locate(text_, at, "MASK"), std::move(hint)});
  }

  std::string_view text_;
};

/// "i", "i + 3", "i - 3".
std::string shifted(Number by, const Mask& mask) {
  const std::string place = mask.align == Align::bottom_right ? "i + keys - queries" : "i";
  if (by == 0) {
    return place;
  }
  return by > 0 ? fmt::format("{} + {}", place, by) : fmt::format("{} - {}", place, -by);
}

} // namespace

Result<Mask> parse_mask(std::string_view text) {
  return MaskReader(text).read();
}

Result<Edges> parse_edges(std::string_view text) {
  for (const Edges edges : {Edges::exact, Edges::masked, Edges::padded}) {
    if (to_string(edges) == text) {
      return edges;
    }
  }
  return fail(ErrorKind::input, fmt::format("there is no counting of edges '{}'", text),
              "exact, masked (FlexAttention) or padded (FlashAttention)");
}

std::string_view to_string(Edges edges) {
  switch (edges) {
  case Edges::exact:
    return "exact";
  case Edges::masked:
    return "masked";
  case Edges::padded:
    break;
  }
  return "padded";
}

std::string_view to_string(Align align) {
  return align == Align::top_left ? "top-left" : "bottom-right";
}

std::string condition_text(const Mask& mask) {
  std::vector<std::string> parts;
  if (mask.right >= 0) {
    const std::string bound = "j <= " + shifted(mask.right, mask);
    parts.push_back(mask.prefix > 0 ? fmt::format("({} or j < {})", bound, mask.prefix) : bound);
  }
  if (mask.left >= 0) {
    const std::string bound = "j >= " + shifted(-mask.left, mask);
    parts.push_back(mask.sink > 0 ? fmt::format("({} or j < {})", bound, mask.sink) : bound);
  }
  if (parts.empty()) {
    parts.emplace_back("every key");
  }
  return fmt::format("{}{}", fmt::join(parts, " and "), mask.documents ? ", within one document" : "");
}

} // namespace mapwright::index_map::tiles
