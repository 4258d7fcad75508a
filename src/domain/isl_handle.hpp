// Owning handles for isl objects. isl functions marked __isl_take consume `release()` or `copy()`; __isl_keep read
// `get()`.
//
// A context must outlive its objects and belongs to one thread: hold it in an IslContext beside the objects it made.
#pragma once

#include <cstdlib>
#include <string>
#include <utility>

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/mat.h>
#include <isl/options.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

namespace mapwright::domain {

template <class T, T* (*Copy)(T*), T* (*Free)(T*)> class IslHandle {
public:
  IslHandle() = default;
  explicit IslHandle(T* object) : object_(object) {}
  IslHandle(const IslHandle& other) : object_(other.object_ != nullptr ? Copy(other.object_) : nullptr) {}
  IslHandle(IslHandle&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  IslHandle& operator=(IslHandle other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~IslHandle() {
    if (object_ != nullptr) {
      Free(object_);
    }
  }

  [[nodiscard]] T* get() const { return object_; }
  [[nodiscard]] T* copy() const { return object_ != nullptr ? Copy(object_) : nullptr; }
  [[nodiscard]] T* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

private:
  T* object_ = nullptr;
};

using IslSet = IslHandle<isl_set, isl_set_copy, isl_set_free>;
using IslBasicSet = IslHandle<isl_basic_set, isl_basic_set_copy, isl_basic_set_free>;
using IslMap = IslHandle<isl_map, isl_map_copy, isl_map_free>;
using IslSpace = IslHandle<isl_space, isl_space_copy, isl_space_free>;
using IslLocalSpace = IslHandle<isl_local_space, isl_local_space_copy, isl_local_space_free>;
using IslAff = IslHandle<isl_aff, isl_aff_copy, isl_aff_free>;
using IslPwAff = IslHandle<isl_pw_aff, isl_pw_aff_copy, isl_pw_aff_free>;
using IslVal = IslHandle<isl_val, isl_val_copy, isl_val_free>;
using IslMat = IslHandle<isl_mat, isl_mat_copy, isl_mat_free>;

/// The text of an isl object made by one of the isl_*_to_str functions, which is freed; empty for null.
inline std::string take_text(char* text) {
  if (text == nullptr) {
    return {};
  }
  std::string copy(text);
  std::free(text); // NOLINT: isl allocates with malloc
  return copy;
}

/// A context in which isl reports failure by null objects, never by aborting or printing.
class IslContext {
public:
  IslContext() : context_(isl_ctx_alloc()) { isl_options_set_on_error(context_, ISL_ON_ERROR_CONTINUE); }
  /// After `operations` steps of isl's solvers every further call fails (isl_error_quota): hostile sets end in time.
  explicit IslContext(unsigned long operations) : IslContext() { isl_ctx_set_max_operations(context_, operations); }
  IslContext(const IslContext&) = delete;
  IslContext& operator=(const IslContext&) = delete;
  ~IslContext() { isl_ctx_free(context_); }
  [[nodiscard]] isl_ctx* get() const { return context_; }
  /// Whether the last failure was the limit of operations.
  [[nodiscard]] bool quota_exceeded() const { return isl_ctx_last_error(context_) == isl_error_quota; }

private:
  isl_ctx* context_;
};

/// isl_set_coalesce, checked: some unions with strides come back too large from isl 0.25 (docs/decisions), and then the
/// set is returned as it was.
inline IslSet coalesced(const IslSet& set) {
  IslSet merged(isl_set_coalesce(set.copy()));
  return isl_set_is_equal(merged.get(), set.get()) == isl_bool_true ? merged : set;
}

} // namespace mapwright::domain
