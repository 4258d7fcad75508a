#include "llm/http.hpp"

#include "mapwright/version.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <memory>
#include <new>
#include <stdexcept>

#include <curl/curl.h>
#include <fmt/format.h>

namespace mapwright::llm {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// Longer limits mean this one; it keeps the arithmetic of time points in range.
constexpr Seconds longest = std::chrono::hours(24 * 365);

template <auto function> struct Call {
  template <class T> void operator()(T* handle) const { function(handle); }
};
using Easy = std::unique_ptr<CURL, Call<curl_easy_cleanup>>;
using Multi = std::unique_ptr<CURLM, Call<curl_multi_cleanup>>;
using HeaderList = std::unique_ptr<curl_slist, Call<curl_slist_free_all>>;

/// libcurl set up once for the process.
void initialise() {
  static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (code != CURLE_OK) {
    throw std::runtime_error(fmt::format("libcurl cannot be initialised: {}", curl_easy_strerror(code)));
  }
}

template <class T> void set(CURL* easy, CURLoption option, T value) {
  if (const CURLcode code = curl_easy_setopt(easy, option, value); code != CURLE_OK) {
    throw std::runtime_error(fmt::format("libcurl refuses an option: {}", curl_easy_strerror(code)));
  }
}

long milliseconds(Seconds time) {
  return std::max(std::chrono::ceil<std::chrono::milliseconds>(std::min(time, longest)).count(),
                  std::chrono::milliseconds::rep{1});
}

SteadyClock::duration ticks(Seconds time) {
  return std::chrono::ceil<SteadyClock::duration>(std::min(time, longest));
}

HeaderList header_list(const HttpRequest& request) {
  HeaderList list;
  const auto append = [&list](const std::string& header) {
    curl_slist* const longer = curl_slist_append(list.get(), header.c_str());
    if (longer == nullptr) {
      throw std::bad_alloc();
    }
    static_cast<void>(list.release());
    list.reset(longer);
  };
  for (const std::string& header : request.headers) {
    append(header);
  }
  append("Expect:"); // long questions are sent without asking first
  return list;
}

/// One transfer under way.
class Transfer {
public:
  Transfer(const HttpRequest& request, const std::stop_token& stop)
      : request_(request), stop_(stop), headers_(header_list(request)), easy_(curl_easy_init()),
        multi_(curl_multi_init()) {
    if (!easy_ || !multi_) {
      throw std::bad_alloc();
    }
    set_options();
  }

  HttpResponse run() {
    const std::stop_callback wake(stop_, [this] { curl_multi_wakeup(multi_.get()); });
    curl_multi_add_handle(multi_.get(), easy_.get());
    int running = 1;
    while (running != 0 && !limit_passed()) {
      curl_multi_perform(multi_.get(), &running);
      if (running != 0) {
        curl_multi_poll(multi_.get(), nullptr, 0, until_limit(), nullptr);
      }
    }
    if (running == 0) {
      conclude();
    }
    curl_multi_remove_handle(multi_.get(), easy_.get());
    return std::move(response_);
  }

private:
  void set_options() {
    CURL* const easy = easy_.get();
    set(easy, CURLOPT_URL, request_.url.c_str());
    set(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    set(easy, CURLOPT_FOLLOWLOCATION, 0L);
    set(easy, CURLOPT_HEADEROPT, long{CURLHEADER_SEPARATE}); // a proxy's CONNECT does not see the key
    set(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    set(easy, CURLOPT_NOSIGNAL, 1L);
    set(easy, CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request_.connect_timeout));
    set(easy, CURLOPT_USERAGENT, fmt::format("mapwright/{}", version_text).c_str());
    set(easy, CURLOPT_HTTPHEADER, headers_.get());
    set(easy, CURLOPT_ERRORBUFFER, words_.data());
    if (request_.body) {
      set(easy, CURLOPT_POST, 1L);
      set(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body->size()));
      set(easy, CURLOPT_POSTFIELDS, request_.body->data());
    }
    set(easy, CURLOPT_HEADERFUNCTION, &Transfer::take_header);
    set(easy, CURLOPT_HEADERDATA, this);
    set(easy, CURLOPT_WRITEFUNCTION, &Transfer::take_body);
    set(easy, CURLOPT_WRITEDATA, this);
  }

  /// Counts bytes from the server; false when they are too many.
  bool take(std::size_t size) {
    last_byte_ = SteadyClock::now();
    received_ += size;
    if (received_ > request_.max_bytes) {
      fail(TransferError::too_large, fmt::format("more than {} bytes", request_.max_bytes));
      return false;
    }
    return true;
  }

  static std::size_t take_header(char* bytes, std::size_t, std::size_t size, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    const std::string_view line(bytes, size);
    if (line.starts_with("HTTP/")) { // another reply begins, after "100 Continue" for one
      transfer.response_.headers.clear();
    }
    if (const std::size_t colon = line.find(':'); colon != std::string_view::npos) {
      std::string name(line.substr(0, colon));
      std::transform(name.begin(), name.end(), name.begin(),
                     [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
      std::string_view value = line.substr(colon + 1);
      value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
      value = value.substr(0, value.find_last_not_of(" \t\r\n") + 1);
      transfer.response_.headers.emplace_back(std::move(name), value);
    }
    return transfer.take(size) ? size : 0;
  }

  static std::size_t take_body(char* bytes, std::size_t, std::size_t size, void* self) {
    auto& transfer = *static_cast<Transfer*>(self);
    if (!transfer.take(size)) {
      return 0;
    }
    transfer.response_.body.append(bytes, size);
    const int status = transfer.status();
    if (transfer.request_.on_bytes && status >= 200 && status < 300 &&
        !transfer.request_.on_bytes(std::string_view(bytes, size))) {
      transfer.satisfied_ = true;
      return 0;
    }
    return size;
  }

  int status() const {
    long code = 0;
    curl_easy_getinfo(easy_.get(), CURLINFO_RESPONSE_CODE, &code);
    return static_cast<int>(code);
  }

  SteadyClock::time_point idle_deadline() const { return last_byte_ + ticks(request_.idle_timeout); }

  bool limit_passed() {
    const auto now = SteadyClock::now();
    if (stop_.stop_requested()) {
      fail(TransferError::cancelled, "it was cancelled");
    } else if (now >= deadline_) {
      fail(TransferError::timed_out, fmt::format("no complete answer within {:.3g} s", request_.timeout.count()));
    } else if (now >= idle_deadline()) {
      fail(TransferError::idle, fmt::format("not a byte for {:.3g} s", request_.idle_timeout.count()));
    }
    return response_.error.has_value();
  }

  /// Milliseconds that curl_multi_poll may sleep.
  int until_limit() const {
    const auto left = std::min(deadline_, idle_deadline()) - SteadyClock::now();
    return static_cast<int>(std::clamp<long>(std::chrono::ceil<std::chrono::milliseconds>(left).count(), 0, 60'000));
  }

  /// The end that libcurl tells.
  void conclude() {
    int queued = 0;
    const CURLMsg* const message = curl_multi_info_read(multi_.get(), &queued);
    const CURLcode code = message == nullptr ? CURLE_FAILED_INIT : message->data.result;
    response_.status = status();
    if (code == CURLE_OK || satisfied_) {
      return;
    }
    curl_off_t connected = 0; // microseconds until the request could be sent; 0: it never could
    curl_easy_getinfo(easy_.get(), CURLINFO_PRETRANSFER_TIME_T, &connected);
    const TransferError kind = received_ > 0    ? TransferError::broken_off
                               : connected == 0 ? TransferError::unreachable
                                                : TransferError::no_reply;
    fail(kind, words_[0] != '\0' ? words_.data() : curl_easy_strerror(code));
  }

  /// Keeps the first error.
  void fail(TransferError error, std::string why) {
    if (!response_.error) {
      response_.error = error;
      response_.why = std::move(why);
      response_.status = status();
    }
  }

  const HttpRequest& request_;
  const std::stop_token& stop_;
  HeaderList headers_;
  std::array<char, CURL_ERROR_SIZE> words_{}; ///< libcurl's own words for a failure
  Easy easy_;
  Multi multi_;
  HttpResponse response_{};
  std::uint64_t received_ = 0;
  bool satisfied_ = false; ///< on_bytes wants no more
  SteadyClock::time_point last_byte_ = SteadyClock::now();
  SteadyClock::time_point deadline_ = last_byte_ + ticks(request_.timeout - request_.spent);
};

} // namespace

std::string_view HttpResponse::header(std::string_view name) const {
  const auto found = std::find_if(headers.begin(), headers.end(), [name](const auto& h) { return h.first == name; });
  return found == headers.end() ? std::string_view() : found->second;
}

HttpResponse send(const HttpRequest& request, const std::stop_token& stop) {
  initialise();
  return Transfer(request, stop).run();
}

} // namespace mapwright::llm
