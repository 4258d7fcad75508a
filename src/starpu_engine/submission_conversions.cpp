// Of a submission: data in other layouts, and where the time went.
#include "starpu_engine/submission.hpp"

#include <algorithm>

namespace mapwright::starpu_engine {

starpu_data_access_mode Submission::mode_of(mapper::Privilege privilege) {
  return privilege == mapper::Privilege::read ? STARPU_R : privilege == mapper::Privilege::write ? STARPU_W : STARPU_RW;
}

std::uint32_t Submission::use_data(Prepared& prepared, const DataUse& use) {
  std::vector<DataUse>& uses = prepared.uses;
  const auto known =
      std::find_if(uses.begin(), uses.end(), [&](const DataUse& other) { return other.data == use.data; });
  const auto number = static_cast<std::uint32_t>(known - uses.begin());
  if (known == uses.end()) {
    uses.push_back(use);
  } else {
    known->collect = known->collect && use.collect;
  }
  return number;
}

BoundArgument Submission::bind_converted(const mapper::Access& access, const mapper::DataLayout& layout,
                                         const mapper::ArgumentForm& packed, const Wanted& wanted, Prepared& prepared) {
  const mapper::DataLayout key{layout.dimensions, layout.fields};
  const std::uint32_t copy = conversions_.copy_for(context_.graph, access.view, key, packed.dense);
  if (copy == copy_forms_.size()) {
    copy_forms_.push_back({packed, packed});
    mapper::ArgumentForm& argument = copy_forms_.back().argument;
    argument.in_place = true;
    argument.packed.clear();
    argument.copy_bytes = 0;
  }
  convert(conversions_.use(copy, access.privilege), wanted);
  last_use_.resize(conversions_.copies().size());
  last_use_[copy] = wanted;
  const auto data = static_cast<std::uint32_t>(context_.graph.atoms.size()) + copy;
  return {&copy_forms_[copy].argument,
          access.privilege,
          {use_data(prepared, {data, mode_of(access.privilege), wanted.node, wanted.collect})}};
}

void Submission::convert(const std::vector<mapper::Conversion>& conversions, const Wanted& wanted) {
  for (const mapper::Conversion& conversion : conversions) {
    const mapper::ConvertedCopy& copy = conversions_.copies()[conversion.copy];
    Prepared prepared;
    prepared.conversion = std::make_unique<ConversionCall>();
    ConversionCall& call = *prepared.conversion;
    call.destination = wanted.destination;
    call.packed = &copy_forms_[conversion.copy].packed;
    call.atoms = copy.atoms.size();
    call.back = conversion.back;
    call.in_host_memory = wanted.node == STARPU_MAIN_RAM;
    call.busy = &busy_[static_cast<std::size_t>(wanted.destination.worker)];
    call.failed = &failed_;
    Tally& tally = timed_ == 0 ? tallies_[{std::string(), wanted.processor, {}}] : untimed_;
    ++tally.count;
    tally.bytes += copy.bytes;
    call.spent = &tally.nanoseconds;
    for (const std::uint32_t atom : copy.atoms) {
      prepared.uses.push_back({atom, conversion.back ? STARPU_W : STARPU_R, wanted.node, wanted.collect});
    }
    const auto data = static_cast<std::uint32_t>(context_.graph.atoms.size()) + conversion.copy;
    prepared.uses.push_back({data, conversion.back ? STARPU_R : STARPU_W, wanted.node, false});
    prepared.codelet = codelet_for("change of layout", prepared.uses, true);
    prepared_.push_back(std::move(prepared));
  }
}

Result<void> Submission::check_copies() const {
  for (const CopyForms& copy : copy_forms_) {
    if (copy.packed.copy_bytes > UINT32_MAX) {
      return fail(ErrorKind::input, "an argument in another layout has more than 4 GiB",
                  "run it with smaller sizes or more pieces");
    }
  }
  return {};
}

std::vector<TimedCalls> Submission::timed() const {
  std::vector<TimedCalls> timed;
  for (const auto& [key, tally] : tallies_) {
    const auto& [task, processor, layouts] = key;
    timed.push_back(
        {task, processor, layouts, tally.count, tally.bytes, 1e-9 * static_cast<double>(tally.nanoseconds.load())});
  }
  return timed;
}

} // namespace mapwright::starpu_engine
