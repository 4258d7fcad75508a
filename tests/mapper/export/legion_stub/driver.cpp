// Asks exported mappers where tasks run and how their arguments lie; each line of the input is a question.
//   launch MAPPER MACHINE TASK VARIANTS PARENT LOW:HIGH ...    node of the shard, node and processor of each point
//   single MAPPER MACHINE TASK VARIANTS PARENT                 node and processor
//   map MAPPER MACHINE TASK VARIANTS PARENT ARGUMENT ...       memory and layout of each argument
//   throttle MAPPER MACHINE TASK VARIANTS PARENT COUNT         how many may be mapped, and again when one has ended
//   options MAPPER MACHINE TASK VARIANTS PARENT                whether it may be stolen, whether it is replicated
//   factors MAPPER MACHINE - - - NUMBER EXTENT ...             the factors by auto_split, greedy_split, balance_split
// MACHINE is NODES,CPUS,GPUS,OMPS; VARIANTS a list of kinds; PARENT "-" for the program, else KIND,NODE,NUMBER;
// ARGUMENT is REGION,PARTITION,PARENT_REGION,PRIVILEGE (R, W or the reduction +).
#include "legion.h"
#include "mappers/default_mapper.h"
#include "mappers_here.h"

#include <iostream>
#include <memory>
#include <sstream>

namespace {

using namespace Legion;
using namespace Legion::Mapping;

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) {
    parts.push_back(part);
  }
  return parts;
}

Processor::Kind kind_named(const std::string& name) {
  return name == "GPU" ? Processor::TOC_PROC : name == "OMP" ? Processor::OMP_PROC : Processor::LOC_PROC;
}

/// A mapper that was registered on a machine.
struct Registered {
  MapperRuntime mapper_runtime;
  Runtime runtime;
  Machine machine;
};

Registered& registered(const std::string& mapper, const std::string& machine) {
  static std::map<std::string, std::unique_ptr<Registered>> all;
  std::unique_ptr<Registered>& made = all[mapper + " " + machine];
  if (!made) {
    made = std::make_unique<Registered>();
    const std::vector<std::string> numbers = parts_of(machine, ',');
    made->runtime.mapper_runtime = &made->mapper_runtime;
    made->machine.nodes = static_cast<unsigned>(std::stoul(numbers[0]));
    made->machine.counts[Processor::LOC_PROC] = static_cast<unsigned>(std::stoul(numbers[1]));
    made->machine.counts[Processor::TOC_PROC] = static_cast<unsigned>(std::stoul(numbers[2]));
    made->machine.counts[Processor::OMP_PROC] = static_cast<unsigned>(std::stoul(numbers[3]));
    for (const auto& [name, register_mappers] : mappers_here) {
      if (mapper == name) {
        register_mappers(made->machine, &made->runtime, {Processor(Processor::LOC_PROC, 0, 0)});
      }
    }
  }
  return *made;
}

/// The program, perhaps a task in it, and the task of a question.
struct Asked {
  Task program;
  Task parent;
  Task task;
};

std::unique_ptr<Asked> asked(const std::string& task, const std::string& variants, const std::string& parent,
                             unsigned nodes) {
  auto made = std::make_unique<Asked>();
  made->program.depth = 0;
  made->program.total_shards = nodes;
  made->task.name = task;
  made->task.parent = &made->program;
  made->task.orig_proc = Processor(Processor::LOC_PROC, 0, 0);
  variants_there.clear();
  for (const std::string& variant : parts_of(variants, ',')) {
    variants_there.insert(kind_named(variant));
  }
  if (parent != "-") {
    const std::vector<std::string> place = parts_of(parent, ',');
    made->parent.depth = 1;
    made->parent.parent = &made->program;
    made->parent.orig_proc = Processor(Processor::LOC_PROC, 0, 0);
    made->task.depth = 2;
    made->task.parent = &made->parent;
    made->task.orig_proc = Processor(kind_named(place[0]), static_cast<unsigned>(std::stoul(place[1])),
                                     static_cast<unsigned>(std::stoul(place[2])));
  }
  return made;
}

void launch(Registered& where, Asked& question, std::istream& in) {
  Mapper& mapper = *where.runtime.mapper;
  std::vector<coord_t> low;
  std::vector<coord_t> high;
  for (std::string range; in >> range;) {
    const std::vector<std::string> ends = parts_of(range, ':');
    low.push_back(std::stoll(ends[0]));
    high.push_back(std::stoll(ends[1]));
  }
  Task& task = question.task;
  task.is_index_space = true;
  task.index_domain = Domain(DomainPoint(low), DomainPoint(high));
  Mapper::TaskOptions options;
  mapper.select_task_options(nullptr, task, options);
  task.target_proc = options.initial_proc;
  Mapper::SelectShardingFunctorOutput sharding;
  mapper.select_sharding_functor(nullptr, task, {}, sharding);
  // Each shard slices its points; where nothing is sharded all are sliced at once.
  std::map<DomainPoint, unsigned> shards;
  std::map<DomainPoint, Processor> processors;
  const unsigned nodes = where.machine.nodes;
  for (Domain::DomainPointIterator at(task.index_domain); at; at++) {
    shards[at.p] = where.runtime.functors.at(sharding.chosen_functor)->shard(at.p, task.index_domain, nodes);
    if (task.depth == 1) {
      task.orig_proc = Processor(Processor::LOC_PROC, shards[at.p], 0);
    }
    Mapper::SliceTaskOutput sliced;
    mapper.slice_task(nullptr, task, {Domain(at.p, at.p)}, sliced);
    processors[at.p] = sliced.slices.at(0).proc;
  }
  for (Domain::DomainPointIterator at(task.index_domain); at; at++) {
    std::cout << shards[at.p] << ' ' << processors[at.p].address_space() << ' ' << processors[at.p].number() << '\n';
  }
}

void single(Registered& where, Asked& question) {
  Mapper::TaskOptions options;
  where.runtime.mapper->select_task_options(nullptr, question.task, options);
  std::cout << options.initial_proc.address_space() << ' ' << options.initial_proc.number() << '\n';
}

std::string memory_text(Memory::Kind kind) {
  constexpr const char* names[] = {"NONE", "GLOBAL", "SYSMEM", "RDMEM", "SOCKMEM", "ZCMEM", "FBMEM"};
  return names[kind];
}

void map(Registered& where, Asked& question, std::istream& in) {
  Mapper& mapper = *where.runtime.mapper;
  for (std::string text; in >> text;) {
    const std::vector<std::string> names = parts_of(text, ',');
    RegionRequirement requirement;
    requirement.region = {names[0], {names[1], names[2]}, 2};
    requirement.privilege = names[3] == "R" ? LEGION_READ_PRIV : names[3] == "+" ? LEGION_REDUCE : LEGION_READ_WRITE;
    requirement.redop = names[3] == "+" ? 5 : 0;
    question.task.regions.push_back(requirement);
  }
  Mapper::TaskOptions options;
  mapper.select_task_options(nullptr, question.task, options);
  question.task.target_proc = options.initial_proc;
  Mapper::MapTaskOutput output;
  output.chosen_instances.resize(question.task.regions.size());
  mapper.map_task(nullptr, question.task, {}, output);
  for (std::size_t i = 0; i < output.chosen_instances.size(); ++i) {
    const PhysicalInstance& instance = output.chosen_instances[i].at(0);
    std::cout << i << ": " << (instance.is_virtual ? "VIRTUAL" : memory_text(instance.memory.kind()));
    if (instance.laid_out) {
      std::cout << " order";
      for (const DimensionKind dimension : instance.constraints.ordering.ordering) {
        std::cout << ' ' << (dimension == LEGION_DIM_F ? "F" : std::to_string(static_cast<int>(dimension)));
      }
      std::cout << " kind " << instance.constraints.specialized.kind << " redop "
                << instance.constraints.specialized.redop;
      for (const AlignmentConstraint& alignment : instance.constraints.alignments) {
        std::cout << " align " << alignment.fid << ' ' << alignment.eqk << ' ' << alignment.alignment;
      }
      std::cout << (instance.exact ? " exact" : "") << (instance.priority > 0 ? " first to go" : "");
    }
    std::cout << (output.untracked_valid_regions.count(static_cast<unsigned>(i)) != 0 ? " untracked" : "") << '\n';
  }
}

void throttle(Registered& where, Asked& question, std::istream& in) {
  Mapper& mapper = *where.runtime.mapper;
  int count = 0;
  in >> count;
  std::list<Task> tasks(static_cast<std::size_t>(count), question.task);
  Mapper::SelectMappingInput ready;
  UniqueID id = 0;
  for (Task& task : tasks) {
    task.unique_id = ++id;
    ready.ready_tasks.push_back(&task);
  }
  while (!ready.ready_tasks.empty()) {
    Mapper::SelectMappingOutput chosen;
    mapper.select_tasks_to_map(nullptr, ready, chosen);
    ready.ready_tasks.remove_if([&](const Task* task) { return chosen.map_tasks.count(task) != 0; });
    Mapper::SelectMappingOutput held;
    mapper.select_tasks_to_map(nullptr, ready, held); // the next call finds none that may go
    std::cout << chosen.map_tasks.size() << ' ' << held.map_tasks.size() << ' ' << held.deferral_event.exists() << '\n';
    const std::size_t triggered = where.mapper_runtime.triggered.size();
    for (const Task* task : chosen.map_tasks) {
      mapper.report_profiling(nullptr, *task, {});
    }
    std::cout << where.mapper_runtime.triggered.size() - triggered << '\n';
  }
}

void options(Registered& where, Asked& question) {
  Mapper& mapper = *where.runtime.mapper;
  Mapper::TaskOptions chosen;
  mapper.select_task_options(nullptr, question.task, chosen);
  question.task.target_proc = chosen.initial_proc;
  Mapper::ReplicateTaskOutput replicated;
  mapper.replicate_task(nullptr, question.task, {}, replicated);
  Mapper::SelectStealingOutput stealing;
  mapper.select_steal_targets(nullptr, {}, stealing);
  Mapper::StealRequestOutput near;
  mapper.permit_steal_request(nullptr, {chosen.initial_proc, {&question.task}}, near);
  Mapper::StealRequestOutput far;
  const Processor elsewhere(chosen.initial_proc.kind(), where.machine.nodes - 1, 0);
  mapper.permit_steal_request(nullptr, {elsewhere, {&question.task}}, far);
  std::cout << "stealable " << chosen.stealable << " replicate " << chosen.replicate << " shards "
            << replicated.target_processors.size() << " victims " << stealing.targets.size() << " near "
            << near.stolen_tasks.size() << " far " << far.stolen_tasks.size() << '\n';
}

#ifdef FACTORS_OF
void factors(std::istream& in) {
  std::int64_t number = 0;
  in >> number;
  std::vector<std::int64_t> extents;
  for (std::int64_t extent = 0; in >> extent;) {
    extents.push_back(extent);
  }
  for (const std::vector<std::int64_t>& grid :
       {FACTORS_OF::auto_factors(number, extents), FACTORS_OF::greedy_factors(number, extents),
        FACTORS_OF::balanced_factors(number, static_cast<std::int64_t>(extents.size()))}) {
    for (const std::int64_t factor : grid) {
      std::cout << factor << ' ';
    }
  }
  std::cout << '\n';
}
#endif

} // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream in(line);
    std::string what;
    std::string mapper;
    std::string machine;
    std::string task;
    std::string variants;
    std::string parent;
    in >> what >> mapper >> machine >> task >> variants >> parent;
    Registered& where = registered(mapper, machine);
    const std::unique_ptr<Asked> question = asked(task, variants, parent, where.machine.nodes);
    if (what == "launch") {
      launch(where, *question, in);
    } else if (what == "single") {
      single(where, *question);
    } else if (what == "map") {
      map(where, *question, in);
    } else if (what == "throttle") {
      throttle(where, *question, in);
    } else if (what == "options") {
      options(where, *question);
    }
#ifdef FACTORS_OF
    else if (what == "factors") {
      factors(in);
    }
#endif
  }
}
