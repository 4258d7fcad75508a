// The mapper interface of Legion and its default mapper, as much as exported mappers use of them.
#pragma once

#include "legion.h"

namespace Legion::Mapping {

using MapperContext = void*;

class MapperEvent {
public:
  MapperEvent() = default;
  explicit MapperEvent(int number) : number_(number) {}
  bool exists() const { return number_ != 0; }
  int number() const { return number_; }

private:
  int number_ = 0;
};

class PhysicalInstance {
public:
  static PhysicalInstance get_virtual_instance() {
    PhysicalInstance instance;
    instance.is_virtual = true;
    return instance;
  }
  Memory memory;
  LayoutConstraintSet constraints;
  bool laid_out = false; ///< by constraints of the mapper
  bool is_virtual = false;
  GCPriority priority = 0;
  bool exact = false;
};

/// Makes every instance that it is asked for.
class MapperRuntime {
public:
  bool has_parent_logical_partition(MapperContext, LogicalRegion handle) const {
    return !handle.partition.name.empty();
  }
  LogicalPartition get_parent_logical_partition(MapperContext, LogicalRegion handle) const { return handle.partition; }
  LogicalRegion get_parent_logical_region(MapperContext, LogicalPartition handle) const {
    return {handle.parent, {}, 2};
  }
  bool retrieve_semantic_information(MapperContext, LogicalRegion handle, SemanticTag, const void*& result,
                                     std::size_t& size, bool = false, bool = false) const {
    return name(handle.name, result, size);
  }
  bool retrieve_semantic_information(MapperContext, LogicalPartition handle, SemanticTag, const void*& result,
                                     std::size_t& size, bool = false, bool = false) const {
    return name(handle.name, result, size);
  }
  const TaskLayoutConstraintSet& find_task_layout_constraints(MapperContext, TaskID, VariantID) const {
    static const TaskLayoutConstraintSet none;
    return none;
  }
  bool find_or_create_physical_instance(MapperContext, Memory target, const LayoutConstraintSet& constraints,
                                        const std::vector<LogicalRegion>&, PhysicalInstance& result, bool& created,
                                        bool = true, GCPriority priority = 0, bool tight_region_bounds = false,
                                        std::size_t* = nullptr, const LayoutConstraint** = nullptr) const {
    created = true;
    return make(target, constraints, result, priority, tight_region_bounds);
  }
  bool create_physical_instance(MapperContext, Memory target, const LayoutConstraintSet& constraints,
                                const std::vector<LogicalRegion>&, PhysicalInstance& result, bool = true,
                                GCPriority priority = 0, bool tight_region_bounds = false, std::size_t* = nullptr,
                                const LayoutConstraint** = nullptr) const {
    return make(target, constraints, result, priority, tight_region_bounds);
  }
  void set_garbage_collection_priority(MapperContext, const PhysicalInstance& instance, GCPriority) const {
    ++collected[instance.memory.kind()];
  }
  MapperEvent create_mapper_event(MapperContext) const { return MapperEvent(++events); }
  void trigger_mapper_event(MapperContext, MapperEvent event) const { triggered.push_back(event.number()); }

  mutable std::map<Memory::Kind, int> collected;
  mutable int events = 0;
  mutable std::vector<int> triggered;

private:
  mutable std::string last_name_;
  bool name(const std::string& text, const void*& result, std::size_t& size) const {
    last_name_ = text;
    result = last_name_.c_str();
    size = text.size() + 1;
    return !text.empty();
  }
  static bool make(Memory target, const LayoutConstraintSet& constraints, PhysicalInstance& result, GCPriority priority,
                   bool exact) {
    result.memory = target;
    result.constraints = constraints;
    result.laid_out = true;
    result.priority = priority;
    result.exact = exact;
    return true;
  }
};

class Mapper {
public:
  enum MapperSyncModel {
    CONCURRENT_MAPPER_MODEL,
    SERIALIZED_REENTRANT_MAPPER_MODEL,
    SERIALIZED_NON_REENTRANT_MAPPER_MODEL
  };
  struct TaskOptions {
    Processor initial_proc;
    bool stealable = false;
    bool replicate = false;
  };
  struct TaskSlice {
    TaskSlice(const Domain& d, Processor p, bool, bool s, bool = false) : domain(d), proc(p), stealable(s) {}
    Domain domain;
    Processor proc;
    bool stealable;
  };
  struct SliceTaskInput {
    Domain domain;
  };
  struct SliceTaskOutput {
    std::vector<TaskSlice> slices;
  };
  struct MapTaskInput {
    std::vector<unsigned> premapped_regions;
    Processor shard_processor;
  };
  struct MapTaskOutput {
    std::vector<std::vector<PhysicalInstance>> chosen_instances;
    std::vector<Memory> output_targets;
    std::vector<LayoutConstraintSet> output_constraints;
    std::set<unsigned> untracked_valid_regions;
    std::vector<Processor> target_procs;
    VariantID chosen_variant = 0;
    ProfilingRequest task_prof_requests;
  };
  struct ReplicateTaskInput {};
  struct ReplicateTaskOutput {
    VariantID chosen_variant = 0;
    std::vector<Processor> target_processors;
  };
  struct SelectShardingFunctorInput {
    std::vector<Processor> shard_mapping;
  };
  struct SelectShardingFunctorOutput {
    ShardingID chosen_functor = 0;
    bool slice_recurse = true;
  };
  struct TaskProfilingInfo {
    bool task_response = true;
  };
  struct SelectMappingInput {
    std::list<const Task*> ready_tasks;
  };
  struct SelectMappingOutput {
    std::set<const Task*> map_tasks;
    MapperEvent deferral_event;
  };
  struct SelectStealingInput {
    std::set<Processor> blacklist;
  };
  struct SelectStealingOutput {
    std::set<Processor> targets;
  };
  struct StealRequestInput {
    Processor thief_proc;
    std::vector<const Task*> stealable_tasks;
  };
  struct StealRequestOutput {
    std::set<const Task*> stolen_tasks;
  };

  explicit Mapper(MapperRuntime* made) : runtime(made) {}
  virtual ~Mapper() = default;
  virtual MapperSyncModel get_mapper_sync_model() const = 0;
  virtual void select_task_options(MapperContext ctx, const Task& task, TaskOptions& output) = 0;
  virtual void slice_task(MapperContext ctx, const Task& task, const SliceTaskInput& input,
                          SliceTaskOutput& output) = 0;
  virtual void map_task(MapperContext ctx, const Task& task, const MapTaskInput& input, MapTaskOutput& output) = 0;
  virtual void replicate_task(MapperContext ctx, const Task& task, const ReplicateTaskInput& input,
                              ReplicateTaskOutput& output) = 0;
  virtual void select_sharding_functor(MapperContext ctx, const Task& task, const SelectShardingFunctorInput& input,
                                       SelectShardingFunctorOutput& output) = 0;
  virtual void report_profiling(MapperContext ctx, const Task& task, const TaskProfilingInfo& input) = 0;
  virtual void select_tasks_to_map(MapperContext ctx, const SelectMappingInput& input, SelectMappingOutput& output) = 0;
  virtual void select_steal_targets(MapperContext ctx, const SelectStealingInput& input,
                                    SelectStealingOutput& output) = 0;
  virtual void permit_steal_request(MapperContext ctx, const StealRequestInput& input, StealRequestOutput& output) = 0;

  MapperRuntime* const runtime;
};

/// Kinds of processor for which all tasks have a variant; a test sets them.
inline std::set<Processor::Kind> variants_there;

class DefaultMapper : public Mapper {
public:
  DefaultMapper(MapperRuntime* rt, Machine m, Processor local, const char* = nullptr, bool = false)
      : Mapper(rt), local_proc(local), machine(std::move(m)) {}
  MapperSyncModel get_mapper_sync_model() const override { return SERIALIZED_REENTRANT_MAPPER_MODEL; }
  void select_task_options(const MapperContext ctx, const Task& task, TaskOptions& output) override {
    output.initial_proc = default_policy_select_initial_processor(ctx, task);
  }
  void slice_task(const MapperContext, const Task&, const SliceTaskInput&, SliceTaskOutput&) override {}
  void map_task(const MapperContext, const Task&, const MapTaskInput&, MapTaskOutput&) override {}
  void replicate_task(MapperContext, const Task&, const ReplicateTaskInput&, ReplicateTaskOutput&) override {}
  void select_sharding_functor(const MapperContext, const Task&, const SelectShardingFunctorInput&,
                               SelectShardingFunctorOutput&) override {}
  void report_profiling(const MapperContext, const Task&, const TaskProfilingInfo&) override {}
  void select_tasks_to_map(const MapperContext, const SelectMappingInput& input, SelectMappingOutput& output) override {
    output.map_tasks.insert(input.ready_tasks.begin(), input.ready_tasks.end());
  }
  void select_steal_targets(const MapperContext, const SelectStealingInput&, SelectStealingOutput&) override {}
  void permit_steal_request(const MapperContext, const StealRequestInput&, StealRequestOutput&) override {}

  virtual Processor default_policy_select_initial_processor(MapperContext, const Task&) { return local_proc; }
  virtual void default_policy_select_target_processors(MapperContext, const Task& task,
                                                       std::vector<Processor>& target_procs) {
    target_procs.assign(1, task.target_proc);
  }
  virtual Memory default_policy_select_target_memory(MapperContext, Processor target_proc, const RegionRequirement&,
                                                     MemoryConstraint = MemoryConstraint()) {
    return {Memory::GLOBAL_MEM, target_proc.address_space(), 0};
  }
  virtual Memory default_policy_select_output_target(MapperContext, Processor) { return {}; }
  virtual void default_policy_select_output_constraints(const Task&, LayoutConstraintSet&, const RegionRequirement&) {}

protected:
  struct VariantInfo {
    VariantID variant = 7;
    bool is_inner = false;
    bool is_replicable = true;
  };
  VariantInfo default_find_preferred_variant(const Task&, MapperContext, bool, bool = true,
                                             Processor::Kind = Processor::NO_KIND) {
    return {};
  }
  bool have_proc_kind_variant(const MapperContext, TaskID, Processor::Kind kind) {
    return variants_there.count(kind) != 0;
  }
  bool default_create_custom_instances(MapperContext, Processor, Memory target_memory, const RegionRequirement&,
                                       unsigned, std::set<FieldID>&, const TaskLayoutConstraintSet&, bool,
                                       std::vector<PhysicalInstance>& instances, std::size_t* = nullptr) {
    PhysicalInstance instance;
    instance.memory = target_memory;
    instances.push_back(instance);
    return true;
  }
  void default_report_failed_instance_creation(const Task&, unsigned, Processor, Memory, std::size_t = 0) const {}

  const Processor local_proc;
  const Machine machine;
};

} // namespace Legion::Mapping
