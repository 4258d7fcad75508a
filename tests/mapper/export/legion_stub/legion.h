// As much of Legion's interface as exported mappers use, with the signatures of its public headers, and a machine that
// a test makes up. It records what a mapper asks of it.
#pragma once

#include <algorithm>
#include <climits>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

enum legion_equality_kind_t { LEGION_LT_EK, LEGION_LE_EK, LEGION_GT_EK, LEGION_GE_EK, LEGION_EQ_EK, LEGION_NE_EK };
enum legion_dimension_kind_t { LEGION_DIM_X = 0, LEGION_DIM_F = 9 };
enum legion_specialized_constraint_t {
  LEGION_AFFINE_SPECIALIZE = 1,
  LEGION_COMPACT_SPECIALIZE = 2,
  LEGION_AFFINE_REDUCTION_SPECIALIZE = 3
};
enum legion_privilege_mode_t {
  LEGION_NO_ACCESS = 0,
  LEGION_READ_PRIV = 1,
  LEGION_WRITE_PRIV = 2,
  LEGION_REDUCE = 4,
  LEGION_READ_WRITE = 7
};
constexpr int LEGION_NAME_SEMANTIC_TAG = 0;
constexpr int LEGION_GC_FIRST_PRIORITY = INT_MAX - 1;
constexpr int LEGION_GC_DEFAULT_PRIORITY = 0;

namespace Legion {

using coord_t = long long;
using AddressSpace = unsigned;
using ShardID = unsigned;
using ShardingID = unsigned;
using TaskID = unsigned;
using VariantID = unsigned;
using FieldID = unsigned;
using ReductionOpID = int;
using SemanticTag = unsigned;
using GCPriority = int;
using TaskPriority = int;
using UniqueID = unsigned long long;
using EqualityKind = ::legion_equality_kind_t;
using DimensionKind = ::legion_dimension_kind_t;
using SpecializedKind = ::legion_specialized_constraint_t;

class Processor {
public:
  enum Kind { NO_KIND, TOC_PROC, LOC_PROC, UTIL_PROC, IO_PROC, PROC_GROUP, PROC_SET, OMP_PROC, PY_PROC };
  Processor() = default;
  Processor(Kind kind, unsigned node, unsigned number) : kind_(kind), node_(node), number_(number) {}
  Kind kind() const { return kind_; }
  AddressSpace address_space() const { return node_; }
  unsigned number() const { return number_; }
  bool exists() const { return kind_ != NO_KIND; }
  friend bool operator==(const Processor& a, const Processor& b) { return a.key() == b.key(); }
  friend bool operator!=(const Processor& a, const Processor& b) { return a.key() != b.key(); }
  friend bool operator<(const Processor& a, const Processor& b) { return a.key() < b.key(); }
  static const Processor NO_PROC;

private:
  std::pair<unsigned, std::pair<unsigned, unsigned>> key() const { return {node_, {kind_, number_}}; }
  Kind kind_ = NO_KIND;
  unsigned node_ = 0;
  unsigned number_ = 0;
};
inline const Processor Processor::NO_PROC{};

class Memory {
public:
  enum Kind { NO_MEMKIND, GLOBAL_MEM, SYSTEM_MEM, REGDMA_MEM, SOCKET_MEM, Z_COPY_MEM, GPU_FB_MEM };
  Memory() = default;
  Memory(Kind kind, unsigned node, unsigned number) : kind_(kind), node_(node), number_(number) {}
  Kind kind() const { return kind_; }
  AddressSpace address_space() const { return node_; }
  unsigned number() const { return number_; }
  bool exists() const { return kind_ != NO_MEMKIND; }
  static const Memory NO_MEMORY;

private:
  Kind kind_ = NO_MEMKIND;
  unsigned node_ = 0;
  unsigned number_ = 0;
};
inline const Memory Memory::NO_MEMORY{};

/// Every node has SYSTEM_MEM, and Z_COPY_MEM and a GPU_FB_MEM for each GPU where there are GPUs.
class Machine {
public:
  struct AffinityDetails {
    unsigned bandwidth = 0;
    unsigned latency = 0;
  };
  unsigned nodes = 1;
  std::map<Processor::Kind, unsigned> counts;

  bool has_affinity(Processor processor, Memory memory, AffinityDetails* details = nullptr) const {
    const bool gpu = processor.kind() == Processor::TOC_PROC;
    const bool device = memory.kind() == Memory::GPU_FB_MEM;
    const bool sees = processor.address_space() == memory.address_space() &&
                      (gpu ? device || memory.kind() == Memory::Z_COPY_MEM : !device);
    if (sees && details != nullptr) {
      details->bandwidth = device ? (memory.number() == processor.number() ? 900 : 50) : 25;
    }
    return sees;
  }

  class ProcessorQuery {
  public:
    explicit ProcessorQuery(const Machine& machine) {
      for (unsigned node = 0; node < machine.nodes; ++node) {
        for (const auto& [kind, count] : machine.counts) {
          for (unsigned i = 0; i < count; ++i) {
            found_.emplace_back(kind, node, i);
          }
        }
      }
    }
    ProcessorQuery& only_kind(Processor::Kind kind) {
      found_.erase(std::remove_if(found_.begin(), found_.end(), [kind](const auto& p) { return p.kind() != kind; }),
                   found_.end());
      return *this;
    }
    auto begin() const { return found_.begin(); }
    auto end() const { return found_.end(); }

  private:
    std::vector<Processor> found_;
  };

  class MemoryQuery {
  public:
    explicit MemoryQuery(const Machine& machine) : machine_(machine) {
      for (unsigned node = 0; node < machine.nodes; ++node) {
        found_.emplace_back(Memory::SYSTEM_MEM, node, 0U);
        const auto gpus = machine.counts.find(Processor::TOC_PROC);
        for (unsigned i = 0; gpus != machine.counts.end() && i < gpus->second; ++i) {
          found_.emplace_back(Memory::GPU_FB_MEM, node, i);
          if (i == 0) {
            found_.emplace_back(Memory::Z_COPY_MEM, node, 0U);
          }
        }
      }
    }
    MemoryQuery& only_kind(Memory::Kind kind) {
      found_.erase(std::remove_if(found_.begin(), found_.end(), [kind](const auto& m) { return m.kind() != kind; }),
                   found_.end());
      return *this;
    }
    MemoryQuery& has_affinity_to(Processor processor, unsigned = 0, unsigned = 0) {
      found_.erase(std::remove_if(found_.begin(), found_.end(),
                                  [&](const auto& m) { return !machine_.has_affinity(processor, m); }),
                   found_.end());
      return *this;
    }
    auto begin() const { return found_.begin(); }
    auto end() const { return found_.end(); }

  private:
    const Machine& machine_;
    std::vector<Memory> found_;
  };
};

class DomainPoint {
public:
  DomainPoint() = default;
  explicit DomainPoint(std::vector<coord_t> coordinates) : coordinates_(std::move(coordinates)) {}
  coord_t& operator[](int d) { return coordinates_[static_cast<std::size_t>(d)]; }
  const coord_t& operator[](int d) const { return coordinates_[static_cast<std::size_t>(d)]; }
  int get_dim() const { return static_cast<int>(coordinates_.size()); }
  friend bool operator<(const DomainPoint& a, const DomainPoint& b) { return a.coordinates_ < b.coordinates_; }

private:
  std::vector<coord_t> coordinates_;
};

class Domain {
public:
  Domain() = default;
  Domain(const DomainPoint& lo, const DomainPoint& hi) : lo_(lo), hi_(hi) {}
  int get_dim() const { return lo_.get_dim(); }
  DomainPoint lo() const { return lo_; }
  DomainPoint hi() const { return hi_; }
  bool contains(const DomainPoint& point) const {
    bool inside = true;
    for (int d = 0; d < get_dim(); ++d) {
      inside = inside && lo_[d] <= point[d] && point[d] <= hi_[d];
    }
    return inside;
  }

  class DomainPointIterator {
  public:
    DomainPointIterator(const Domain& domain) : p(domain.lo()), lo_(domain.lo()), hi_(domain.hi()) {}
    operator bool() const { return valid_; }
    DomainPointIterator operator++(int) {
      const DomainPointIterator before = *this;
      int d = 0;
      for (; d < lo_.get_dim() && ++p[d] > hi_[d]; ++d) {
        p[d] = lo_[d];
      }
      valid_ = d < lo_.get_dim();
      return before;
    }
    DomainPoint p;

  private:
    DomainPoint lo_;
    DomainPoint hi_;
    bool valid_ = true;
  };

private:
  DomainPoint lo_;
  DomainPoint hi_;
};

struct LogicalPartition {
  std::string name;
  std::string parent;
};

/// A region of a partition, where `partition` has a name.
struct LogicalRegion {
  std::string name;
  LogicalPartition partition;
  int dimensions = 2;
  int get_dim() const { return dimensions; }
};

struct RegionRequirement {
  LogicalRegion region;
  legion_privilege_mode_t privilege = LEGION_READ_WRITE;
  std::set<FieldID> privilege_fields{1, 2};
  ReductionOpID redop = 0;
};

struct OutputRequirement : RegionRequirement {};

class Task {
public:
  virtual ~Task() = default;
  UniqueID get_unique_id() const { return unique_id; }
  int get_depth() const { return depth; }
  const Task* get_parent_task() const { return parent; }
  const char* get_task_name() const { return name.c_str(); }
  std::size_t get_total_shards() const { return total_shards; }
  TaskID task_id = 0;
  std::vector<RegionRequirement> regions;
  std::vector<OutputRequirement> output_regions;
  bool is_index_space = false;
  Domain index_domain;
  DomainPoint index_point;
  Processor orig_proc;
  Processor target_proc;
  bool stealable = false;
  UniqueID unique_id = 0;
  int depth = 1;
  const Task* parent = nullptr;
  std::string name;
  std::size_t total_shards = 1;
};

class ShardingFunctor {
public:
  virtual ~ShardingFunctor() = default;
  virtual ShardID shard(const DomainPoint& index_point, const Domain& index_domain, const std::size_t total_shards) = 0;
};

class MemoryConstraint {
public:
  MemoryConstraint() = default;
  explicit MemoryConstraint(Memory::Kind memory_kind) : kind(memory_kind) {}
  Memory::Kind kind = Memory::NO_MEMKIND;
};

class FieldConstraint {
public:
  FieldConstraint() = default;
  FieldConstraint(const std::set<FieldID>& set, bool, bool = true) : fields(set) {}
  std::set<FieldID> fields;
};

class OrderingConstraint {
public:
  OrderingConstraint() = default;
  OrderingConstraint(const std::vector<DimensionKind>& order, bool) : ordering(order) {}
  std::vector<DimensionKind> ordering;
};

class AlignmentConstraint {
public:
  AlignmentConstraint(FieldID field, EqualityKind equality, std::size_t bytes)
      : fid(field), eqk(equality), alignment(bytes) {}
  FieldID fid;
  EqualityKind eqk;
  std::size_t alignment;
};

class SpecializedConstraint {
public:
  explicit SpecializedConstraint(SpecializedKind which = LEGION_AFFINE_SPECIALIZE, ReductionOpID operation = 0,
                                 bool = false, bool is_exact = false)
      : kind(which), redop(operation), exact(is_exact) {}
  SpecializedKind kind;
  ReductionOpID redop;
  bool exact;
};

class LayoutConstraintSet {
public:
  LayoutConstraintSet& add_constraint(const SpecializedConstraint& c) { return specialized = c, *this; }
  LayoutConstraintSet& add_constraint(const FieldConstraint& c) { return field = c, *this; }
  LayoutConstraintSet& add_constraint(const MemoryConstraint& c) { return memory = c, *this; }
  LayoutConstraintSet& add_constraint(const OrderingConstraint& c) { return ordering = c, *this; }
  LayoutConstraintSet& add_constraint(const AlignmentConstraint& c) { return alignments.push_back(c), *this; }
  SpecializedConstraint specialized;
  FieldConstraint field;
  MemoryConstraint memory;
  OrderingConstraint ordering;
  std::vector<AlignmentConstraint> alignments;
};
class LayoutConstraint;
class TaskLayoutConstraintSet {};

namespace ProfilingMeasurements {
struct OperationStatus {};
} // namespace ProfilingMeasurements

struct ProfilingRequest {
  int measurements = 0;
  template <class Measurement> ProfilingRequest& add_measurement() { return ++measurements, *this; }
};

namespace Mapping {
class Mapper;
class MapperRuntime;
} // namespace Mapping

/// What exported mappers register.
class Runtime {
public:
  Mapping::MapperRuntime* get_mapper_runtime() { return mapper_runtime; }
  ShardingID generate_library_sharding_ids(const char*, std::size_t count) {
    next_sharding += static_cast<ShardingID>(count);
    return next_sharding - static_cast<ShardingID>(count);
  }
  void register_sharding_functor(ShardingID id, ShardingFunctor* functor, bool = false, const char* = nullptr) {
    functors[id] = functor;
  }
  void replace_default_mapper(Mapping::Mapper* made, Processor = Processor::NO_PROC) { mapper = made; }

  Mapping::MapperRuntime* mapper_runtime = nullptr;
  ShardingID next_sharding = 100;
  std::map<ShardingID, ShardingFunctor*> functors;
  Mapping::Mapper* mapper = nullptr;
};

} // namespace Legion
