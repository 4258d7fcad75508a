// The two forms of the doctor's report.
#include "report/doctor.hpp"

#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace mapwright::report {
namespace {

using nlohmann::json;

class Text {
public:
  template <class... Parts> void line(fmt::format_string<Parts...> format, Parts&&... parts) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Parts>(parts)...);
    text_ += '\n';
  }
  void heading(std::string_view name, bool empty) {
    line("{}:", name);
    if (empty) {
      line("  none");
    }
  }
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  std::string text_;
};

void write_devices(Text& text, const std::vector<device::DeviceInfo>& devices) {
  text.heading("devices", devices.empty());
  for (const device::DeviceInfo& d : devices) {
    text.line("  {:<9} {}, {} units, {:.1f} GiB, {}, driver {}", fmt::format("{}:{}", to_string(d.api), d.id.value()),
              d.name, d.compute_units, d.memory / gibibytes(1), d.architecture, d.driver);
  }
}

void write_missing(Text& text, const std::vector<Missing>& missing) {
  text.heading("missing", missing.empty());
  for (const Missing& m : missing) {
    text.line("  {} (needed for {})", m.name, m.needed);
    if (!m.why.empty()) {
      text.line("      why: {}", m.why);
    }
    if (!m.remedy.empty()) {
      text.line("      get it: {}", m.remedy);
    }
  }
}

json device_json(const device::DeviceInfo& d) {
  return {{"api", to_string(d.api)},
          {"id", d.id.value()},
          {"name", d.name},
          {"vendor", d.vendor},
          {"driver", d.driver},
          {"architecture", d.architecture},
          {"compute_units", d.compute_units},
          {"memory_bytes", d.memory.count()},
          {"group_memory_bytes", d.group_memory.count()},
          {"max_group_size", d.max_group_size}};
}

/// An array with `to_object` of each element.
template <class T, class ToObject> json array_of(const std::vector<T>& elements, ToObject to_object) {
  json array = json::array();
  for (const T& element : elements) {
    array.push_back(to_object(element));
  }
  return array;
}

} // namespace

std::string to_text(const DoctorReport& report) {
  Text text;
  text.line("machine:\n  {}", report.machine.summary());
  text.heading("compilers", report.compilers.empty());
  for (const Compiler& c : report.compilers) {
    text.line("  {:<8}{}  ({})", c.name, c.version, c.path);
  }
  write_devices(text, report.devices);
  text.heading("NVRTC", !report.nvrtc);
  if (report.nvrtc) {
    text.line("  {}  ({}), compiles for sm_{}", report.nvrtc->version, report.nvrtc->library,
              fmt::join(report.nvrtc->architectures, " sm_"));
  }
  text.heading("hiprtc", !report.hiprtc);
  if (report.hiprtc) {
    text.line("  {}  ({})", report.hiprtc->version, report.hiprtc->library);
  }
  text.heading("energy meters", report.meters.empty());
  for (const std::string& meter : report.meters) {
    text.line("  {}", meter);
  }
  text.heading("language models", report.models.empty());
  for (const ModelAccess& model : report.models) {
    text.line("  {}: {}", model.name, model.state);
  }
  text.line("sandbox level:\n  {}", to_string(report.sandbox));
  text.heading("libraries", report.libraries.empty());
  for (const Library& library : report.libraries) {
    text.line("  {} {}", library.name, library.version);
  }
  write_missing(text, report.missing);
  return text.text();
}

json to_json(const DoctorReport& report) {
  const measure::Machine& machine = report.machine;
  json nvrtc = nullptr;
  if (report.nvrtc) {
    nvrtc = {{"version", report.nvrtc->version},
             {"library", report.nvrtc->library},
             {"architectures", report.nvrtc->architectures}};
  }
  json hiprtc = nullptr;
  if (report.hiprtc) {
    hiprtc = {{"version", report.hiprtc->version}, {"library", report.hiprtc->library}};
  }
  return {{"schema_version", 1},
          {"machine",
           {{"cpu", machine.cpu},
            {"cores", machine.cores},
            {"memory_bytes", machine.memory.count()},
            {"kernel", machine.kernel},
            {"built_with", machine.compiler}}},
          {"compilers", array_of(report.compilers,
                                 [](const Compiler& c) {
                                   return json{{"name", c.name}, {"path", c.path}, {"version", c.version}};
                                 })},
          {"devices", array_of(report.devices, device_json)},
          {"nvrtc", nvrtc},
          {"hiprtc", hiprtc},
          {"meters", report.meters},
          {"models", array_of(report.models,
                              [](const ModelAccess& m) {
                                return json{{"name", m.name}, {"state", m.state}};
                              })},
          {"sandbox_level", to_string(report.sandbox)},
          {"libraries", array_of(report.libraries,
                                 [](const Library& l) {
                                   return json{{"name", l.name}, {"version", l.version}};
                                 })},
          {"missing", array_of(report.missing, [](const Missing& m) {
             return json{{"name", m.name}, {"why", m.why}, {"needed_for", m.needed}, {"remedy", m.remedy}};
           })}};
}

} // namespace mapwright::report
