#include "mapper/search/relaxed_run.hpp"

#include <algorithm>
#include <limits>

namespace mapwright::mapper {

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

bool has_bit(std::uint32_t bits, std::size_t bit) {
  return (bits >> bit & 1U) != 0;
}

} // namespace

RelaxedRun::RelaxedRun(const Program& program, const TaskGraph& graph, const Machine& machine)
    : program_(program), graph_(graph), costs_(program, machine), flows_(graph), heads_(graph.tasks.size()),
      ends_(graph.tasks.size()), tails_(graph.tasks.size()), seconds_(graph.tasks.size() * costs_.processors()),
      arrivals_(graph.accesses.size() * costs_.memories()), made_(arrivals_.size()), landed_(arrivals_.size()) {
  first_argument_.push_back(0);
  for (const Launch& launch : program.launches) {
    first_argument_.push_back(first_argument_.back() + static_cast<std::uint32_t>(launch.arguments.size()));
  }
}

OpenChoices RelaxedRun::all() const {
  OpenChoices open;
  open.processors.resize(program_.kinds.size(), 0);
  open.memories.resize(first_argument_.back(), 0);
  std::vector<bool> seen(program_.launches.size(), false);
  for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
    const std::uint32_t launch = launch_of(task);
    if (seen[launch]) {
      continue;
    }
    seen[launch] = true;
    for (std::size_t k = 0; k < costs_.processors(); ++k) {
      if (!costs_.launch(launch, k).usable) {
        continue;
      }
      open.processors[kind_of(task)] |= std::uint32_t{1} << k;
      for (std::size_t m = 0; m < costs_.memories(); ++m) {
        for (std::uint32_t i = 0; i < graph_.tasks[task].accesses && costs_.seconds_per_byte(k, m) < endless; ++i) {
          open.memories[first_argument_[launch] + i] |= std::uint32_t{1} << m;
        }
      }
    }
  }
  return open;
}

std::size_t RelaxedRun::effort() const {
  return (graph_.accesses.size() + flows_.size()) * costs_.memories() * costs_.processors() +
         graph_.predecessors.size() + graph_.tasks.size();
}

double RelaxedRun::earliest(std::uint32_t task) const {
  const PointTask& made = graph_.tasks[task];
  double begin = made.parent == none ? 0 : ends_[made.parent];
  for (std::uint32_t i = 0; i < made.accesses; ++i) {
    for (const std::uint32_t earlier : graph_.predecessors_of(made.first_access + i)) {
      begin = std::max(begin, ends_[earlier]);
    }
  }
  return begin;
}

void RelaxedRun::find_arrivals(const OpenChoices& open, std::uint32_t task) {
  const PointTask& made = graph_.tasks[task];
  for (std::uint32_t i = 0; i < made.accesses; ++i) {
    const std::uint32_t access = made.first_access + i;
    for (std::size_t m = 0; m < costs_.memories(); ++m) {
      double arrival = has_bit(memories_open(open, task, i), m) ? 0 : endless;
      for (const DataFlow& flow : flows_.into(access)) {
        double soonest = endless;
        for (std::size_t from = 0; from < costs_.memories(); ++from) {
          const LeastCopy& copy = costs_.copy(from, m);
          soonest = std::min(soonest, at(made_, flow.from, from) + copy.latency + copy.seconds_per_byte * flow.bytes);
        }
        arrival = std::max(arrival, soonest);
      }
      at(arrivals_, access, m) = arrival;
      at(made_, access, m) = endless;
      at(landed_, access, m) = endless;
    }
  }
}

void RelaxedRun::run_on(const OpenChoices& open, std::uint32_t task, std::size_t processor, double begin) {
  const PointTask& made = graph_.tasks[task];
  const LaunchCost& cost = costs_.launch(launch_of(task), processor);
  const double work = made.flops * cost.seconds_per_flop;
  fastest_.assign(made.accesses, endless);
  double moving = 0;
  double start = begin;
  for (std::uint32_t i = 0; i < made.accesses; ++i) {
    double soonest = endless;
    for (std::size_t m = 0; m < costs_.memories(); ++m) {
      if (has_bit(memories_open(open, task, i), m) && costs_.seconds_per_byte(processor, m) < endless) {
        const double each = graph_.accesses[made.first_access + i].bytes * costs_.seconds_per_byte(processor, m);
        fastest_[i] = std::min(fastest_[i], each);
        soonest = std::min(soonest, at(arrivals_, made.first_access + i, m));
      }
    }
    if (soonest == endless) {
      return;
    }
    moving += fastest_[i];
    start = std::max(start, soonest);
  }
  /// Of the task, where argument i moves its data in `each` seconds.
  const auto seconds_with = [&](std::uint32_t i, double each) {
    return cost.overhead + std::max(work, cost.factor * (moving - fastest_[i] + each));
  };
  const double least = cost.overhead + std::max(work, cost.factor * moving);
  double done = start + least;
  for (const bool record : {false, true}) {
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      const std::uint32_t access = made.first_access + i;
      double soonest = endless;
      for (std::size_t m = 0; m < costs_.memories(); ++m) {
        if (!has_bit(memories_open(open, task, i), m) || costs_.seconds_per_byte(processor, m) == endless) {
          continue;
        }
        const double seconds = seconds_with(i, graph_.accesses[access].bytes * costs_.seconds_per_byte(processor, m));
        const double ended = std::max(start, at(arrivals_, access, m)) + seconds;
        soonest = std::min(soonest, ended);
        if (record) {
          at(made_, access, m) = std::min(at(made_, access, m), std::max(done, ended));
          at(landed_, access, m) = std::min(at(landed_, access, m), seconds);
        }
      }
      done = std::max(done, soonest);
    }
  }
  heads_[task] = std::min(heads_[task], start);
  ends_[task] = std::min(ends_[task], done);
  seconds_[task * costs_.processors() + processor] = least;
}

void RelaxedRun::run(const OpenChoices& open) {
  end_ = 0;
  std::fill(seconds_.begin(), seconds_.end(), endless);
  for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
    find_arrivals(open, task);
    const double begin = earliest(task);
    heads_[task] = endless;
    ends_[task] = endless;
    for (std::size_t k = 0; k < costs_.processors(); ++k) {
      if (has_bit(open.processors[kind_of(task)], k) && costs_.launch(launch_of(task), k).usable) {
        run_on(open, task, k, begin);
      }
    }
    end_ = std::max(end_, ends_[task]);
  }
  if (end_ < endless) {
    find_tails(open);
  }
}

void RelaxedRun::raise_tails_of_makers(std::uint32_t access, std::uint32_t open_memories, double tail) {
  for (const DataFlow& flow : flows_.into(access)) {
    double least = endless;
    for (std::size_t from = 0; from < costs_.memories(); ++from) {
      for (std::size_t m = 0; m < costs_.memories(); ++m) {
        if (at(made_, flow.from, from) < endless && has_bit(open_memories, m)) {
          const LeastCopy& copy = costs_.copy(from, m);
          least = std::min(least, copy.latency + copy.seconds_per_byte * flow.bytes + at(landed_, access, m));
        }
      }
    }
    double& raised = tails_[graph_.accesses[flow.from].task];
    raised = std::max(raised, least + tail);
  }
}

void RelaxedRun::find_tails(const OpenChoices& open) {
  std::fill(tails_.begin(), tails_.end(), 0.0);
  for (auto task = static_cast<std::uint32_t>(graph_.tasks.size()); task-- > 0;) {
    const PointTask& made = graph_.tasks[task];
    const auto first = seconds_.begin() + static_cast<std::ptrdiff_t>(task * costs_.processors());
    const double after =
        tails_[task] + *std::min_element(first, first + static_cast<std::ptrdiff_t>(costs_.processors()));
    if (made.parent != none) {
      tails_[made.parent] = std::max(tails_[made.parent], after);
    }
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      for (const std::uint32_t earlier : graph_.predecessors_of(made.first_access + i)) {
        tails_[earlier] = std::max(tails_[earlier], after);
      }
      raise_tails_of_makers(made.first_access + i, memories_open(open, task, i), tails_[task]);
    }
  }
}

std::uint32_t RelaxedRun::last_waited_for(std::uint32_t task) const {
  const PointTask& made = graph_.tasks[task];
  std::uint32_t last = made.parent;
  for (std::uint32_t i = 0; i < made.accesses; ++i) {
    for (const std::uint32_t earlier : graph_.predecessors_of(made.first_access + i)) {
      last = last == none || ends_[earlier] > ends_[last] ? earlier : last;
    }
  }
  return last;
}

std::vector<ChoiceName> RelaxedRun::open_on_chain(const OpenChoices& open) const {
  std::vector<ChoiceName> found;
  const auto add = [&found](const ChoiceName& choice, std::uint32_t bits) {
    if ((bits & (bits - 1)) != 0 && std::find(found.begin(), found.end(), choice) == found.end()) {
      found.push_back(choice);
    }
  };
  std::uint32_t task =
      ends_.empty() ? none : static_cast<std::uint32_t>(std::max_element(ends_.begin(), ends_.end()) - ends_.begin());
  while (task != none) {
    add({false, kind_of(task)}, open.processors[kind_of(task)]);
    const PointTask& made = graph_.tasks[task];
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      const std::uint32_t argument = first_argument_[launch_of(task)] + i;
      for (const DataFlow& flow : flows_.into(made.first_access + i)) {
        const Access& from = graph_.accesses[flow.from];
        if (ends_[from.task] >= earliest(task)) {
          const std::uint32_t source =
              first_argument_[launch_of(from.task)] + flow.from - graph_.tasks[from.task].first_access;
          add({true, argument}, open.memories[argument]);
          add({true, source}, open.memories[source]);
        }
      }
    }
    task = last_waited_for(task);
  }
  return found;
}

} // namespace mapwright::mapper
