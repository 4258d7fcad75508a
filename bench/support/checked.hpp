// What a benchmark needs to go on.
#pragma once

#include "core/error.hpp"

#include <stdexcept>
#include <type_traits>
#include <utility>

namespace mapwright::bench {

/// The value; throws std::runtime_error with the error's text when there is none.
template <class T> T checked(Result<T>&& result) {
  if (!result) {
    throw std::runtime_error(result.error().format());
  }
  if constexpr (!std::is_void_v<T>) {
    return std::move(*result);
  }
}

} // namespace mapwright::bench
