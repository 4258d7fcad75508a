#include "kernel/worker/messages.hpp"

#include "kernel/worker/protocol.hpp"

#include <algorithm>

namespace mapwright::kernel::worker {
namespace {

constexpr std::size_t most_text = 32'000;
constexpr std::uint64_t most_items = 4096; ///< of any list; a reader is never made to allocate more

enum class Tag : std::int64_t { buffer, group, scalar };

template <class T, class Write> void write_list(Writer& to, const std::vector<T>& list, const Write& write) {
  to.number(static_cast<std::uint64_t>(list.size()));
  for (const T& item : list) {
    write(item);
  }
}

template <class Read> auto read_list(Reader& from, const Read& read) {
  std::vector<decltype(read())> list;
  const std::uint64_t count = std::min(from.size(), most_items);
  for (std::uint64_t i = 0; i < count && from.good(); ++i) {
    list.push_back(read());
  }
  return list;
}

/// An enumerator that is at most `last`.
template <class Enum> Enum read_enum(Reader& from, Enum last, bool& good) {
  const std::uint64_t value = from.size();
  good = good && value <= static_cast<std::uint64_t>(last);
  return good ? static_cast<Enum>(value) : Enum{};
}

void write_value(Writer& to, const LaunchValue& value) {
  if (const auto* buffer = std::get_if<BufferIndex>(&value)) {
    to.number(static_cast<std::int64_t>(Tag::buffer));
    to.number(buffer->index);
  } else if (const auto* group = std::get_if<GroupBytes>(&value)) {
    to.number(static_cast<std::int64_t>(Tag::group));
    to.number(group->bytes);
  } else {
    const auto& scalar = std::get<ScalarBits>(value);
    to.number(static_cast<std::int64_t>(Tag::scalar));
    to.number(static_cast<std::int64_t>(scalar.type));
    to.number(scalar.bits);
  }
}

LaunchValue read_value(Reader& from, bool& good) {
  switch (read_enum(from, Tag::scalar, good)) {
  case Tag::buffer:
    return BufferIndex{from.size()};
  case Tag::group:
    return GroupBytes{from.size()};
  case Tag::scalar:
    break;
  }
  const auto type = read_enum(from, Element::f8_e4m3, good);
  return ScalarBits{type, from.size()};
}

void write_step(Writer& to, const LaunchStep& step) {
  to.text(step.kernel);
  for (const auto* extent : {&step.groups, &step.group}) {
    for (const std::uint64_t n : *extent) {
      to.number(n);
    }
  }
  write_list(to, step.arguments, [&](const LaunchValue& value) { write_value(to, value); });
}

LaunchStep read_step(Reader& from, bool& good) {
  LaunchStep step;
  step.kernel = from.text();
  for (auto* extent : {&step.groups, &step.group}) {
    for (std::uint64_t& n : *extent) {
      n = from.size();
    }
  }
  step.arguments = read_list(from, [&] { return read_value(from, good); });
  return step;
}

std::string_view cut(std::string_view text) {
  return text.substr(0, most_text);
}

} // namespace

std::string encode(const OpenRequest& request) {
  Writer to;
  to.number(static_cast<std::int64_t>(request.backend));
  to.text(request.device);
  to.text(request.compiler);
  return to.take();
}

std::optional<OpenRequest> decode_open_request(std::string_view payload) {
  Reader from(payload);
  bool good = true;
  OpenRequest request;
  request.backend = read_enum(from, Backend::hip, good);
  request.device = from.text();
  request.compiler = from.text();
  return good && from.good() ? std::optional(std::move(request)) : std::nullopt;
}

std::string encode(const OpenReply& reply) {
  Writer to;
  to.number(std::int64_t{reply.on_processor});
  return to.take();
}

std::optional<OpenReply> decode_open_reply(std::string_view payload) {
  Reader from(payload);
  const OpenReply reply{from.number() != 0};
  return from.good() ? std::optional(reply) : std::nullopt;
}

std::string encode(const LoadRequest& request) {
  Writer to;
  write_list(to, request.options, [&](const std::string& option) { to.text(option); });
  to.number(std::int64_t{request.compiled});
  return to.take();
}

std::optional<LoadRequest> decode_load_request(std::string_view payload) {
  Reader from(payload);
  LoadRequest request;
  request.options = read_list(from, [&] { return from.text(); });
  request.compiled = from.number() != 0;
  return from.good() ? std::optional(std::move(request)) : std::nullopt;
}

std::string encode(const LoadReply& reply) {
  Writer to;
  to.number(static_cast<std::int64_t>(reply.state));
  to.text(cut(reply.log));
  return to.take();
}

std::optional<LoadReply> decode_load_reply(std::string_view payload) {
  Reader from(payload);
  bool good = true;
  LoadReply reply;
  reply.state = read_enum(from, LoadReply::State::rejected, good);
  reply.log = from.text();
  return good && from.good() ? std::optional(std::move(reply)) : std::nullopt;
}

std::string encode(const CallLayout& layout) {
  Writer to;
  to.number(layout.read_only_bytes);
  to.number(layout.writable_bytes);
  write_list(to, layout.sizes, [&](std::int64_t size) { to.number(size); });
  write_list(to, layout.arguments, [&](const Place& place) {
    to.number(std::int64_t{place.writable});
    to.number(place.offset);
    to.number(place.bytes);
    to.number(place.head);
    to.number(place.tail);
  });
  write_list(to, layout.scratch, [&](std::uint64_t bytes) { to.number(bytes); });
  write_list(to, layout.launches, [&](const LaunchStep& step) { write_step(to, step); });
  to.number(static_cast<std::int64_t>(layout.caches));
  return to.take();
}

std::optional<CallLayout> decode_layout(std::string_view payload) {
  Reader from(payload);
  bool good = true;
  CallLayout layout;
  layout.read_only_bytes = from.size();
  layout.writable_bytes = from.size();
  layout.sizes = read_list(from, [&] { return from.number(); });
  layout.arguments = read_list(from, [&] {
    Place place;
    place.writable = from.number() != 0;
    place.offset = from.size();
    place.bytes = from.size();
    place.head = from.size();
    place.tail = from.size();
    return place;
  });
  layout.scratch = read_list(from, [&] { return from.size(); });
  layout.launches = read_list(from, [&] { return read_step(from, good); });
  layout.caches = read_enum(from, DeviceCaches::touch, good);
  return good && from.good() ? std::optional(std::move(layout)) : std::nullopt;
}

std::string encode(const Failure& failure) {
  Writer to;
  to.number(static_cast<std::int64_t>(failure.blame));
  to.text(cut(failure.why));
  return to.take();
}

std::optional<Failure> decode_failure(std::string_view payload) {
  Reader from(payload);
  bool good = true;
  Failure failure;
  failure.blame = read_enum(from, Failure::Blame::machine, good);
  failure.why = from.text();
  return good && from.good() ? std::optional(std::move(failure)) : std::nullopt;
}

std::string encode_go(bool skip) {
  Writer to;
  to.number(std::int64_t{skip});
  return to.take();
}

std::optional<bool> decode_go(std::string_view payload) {
  Reader from(payload);
  const bool skip = from.number() != 0;
  return from.good() ? std::optional(skip) : std::nullopt;
}

std::string encode_number(std::uint64_t number) {
  Writer to;
  to.number(number);
  return to.take();
}

std::optional<std::uint64_t> decode_number(std::string_view payload) {
  Reader from(payload);
  const std::uint64_t number = from.size();
  return from.good() ? std::optional(number) : std::nullopt;
}

} // namespace mapwright::kernel::worker
