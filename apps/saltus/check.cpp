// SPDX-License-Identifier: Apache-2.0
// `saltus check`: prints what was understood of a model.
#include <string>

#include <fmt/format.h>

#include "closing_table.h"
#include "commands.h"
#include "load.h"
#include "saltus/base/describe.h"
#include "saltus/bodies/list.h"
#include "saltus/forces/list.h"
#include "saltus/joints/list.h"
#include "saltus/solvers/read.h"
#include "saltus/study/linear_impact.h"

namespace saltus::app {
namespace {

template <class... Words>
void line(std::string_view label, fmt::format_string<Words...> text, Words&&... words) {
  fmt::print("{:<10}{}\n", label, fmt::format(text, std::forward<Words>(words)...));
}

void print_bodies(const Description& description) {
  for (const FormulaBodyDescription& body : description.bodies) {
    line("body", "{}: {} {} ({})", body.name, body.coordinates.size(),
         body.coordinates.size() == 1 ? "coordinate" : "coordinates",
         fmt::join(body.coordinates, ", "));
  }
  for (const SolidDescription& body : description.solids) {
    line("body", "{}: {}", body.name,
         body.fixed ? "fixed" : body_list.at(static_cast<std::size_t>(body.kind)).name);
  }
}

void print_constraints(const Description& description) {
  for (const FormulaJointDescription& joint : description.joints) {
    line("joint", "{}: {} {}", joint.name, joint.equations.size(),
         joint.equations.size() == 1 ? "equation" : "equations");
  }
  for (const JointDescription& joint : description.frame_joints) {
    line("joint", "{}: {} between {}{}", joint.name,
         joint_list.at(static_cast<std::size_t>(joint.type)).name,
         fmt::join(joint.between, " and "),
         joint.clearance ? fmt::format(", play {} m", joint.clearance->radial) : "");
  }
  for (const ForceDescription& force : description.forces) {
    line("force", "{}: {}", force.name, force_list.at(static_cast<std::size_t>(force.type)).name);
  }
  const auto print_contact = [](const std::string& name, const auto& contact) {
    line("contact", "{}: restitution {}, friction {}{}", name, contact.restitution,
         contact.friction,
         contact.tangential_restitution > 0
             ? fmt::format(", tangential restitution {}", contact.tangential_restitution)
             : "");
  };
  for (const FormulaContactDescription& contact : description.contacts)
    print_contact(contact.name, contact);
  for (const ShapeContactDescription& contact : description.shape_contacts) {
    const std::string pair = fmt::format("{}", fmt::join(contact.between, "|"));
    print_contact(contact.name.empty() ? pair : contact.name + " (" + pair + ")", contact);
  }
}

/// The name, then one line per option.
template <class Options>
void print_options(std::string_view label, std::string_view name, const Options& options) {
  line(label, "{}", name);
  for (const FieldText& field : describe(options)) {
    line("", "  {:<18} {}", field.name, field.value.empty() ? "(default)" : field.value);
  }
}

void print_times(const Loaded& loaded) {
  const Simulation& s = loaded.simulation;
  if (chooses_step_of(s.scheme)) {
    line("time", "0 to {} s; the scheme chooses: {}", s.end, step_words(s));
  } else {
    line("time", "0 to {} s in {} steps of {} s", s.end, step_count(s.step, s.end), s.step);
  }
  if (const std::vector<double>& breaks = loaded.model.breakpoints; !breaks.empty()) {
    line("breaks", "at {} s{}", fmt::join(breaks, ", "),
         locates_events_of(s.scheme) ? "" : " (passed over: this scheme does not split its steps)");
  }
  if (s.every > 0) line("output", "every {} s", s.every);
}

}  // namespace

int check(const ModelOptions& options) {
  const Loaded loaded = load(options);
  const Description& d = loaded.description;
  check_output(d, loaded.simulation);
  if (d.exact) (void)linear_impact(loaded.model, d.exact->where, loaded.simulation.end);
  line("model", "{}: {}", d.name, d.title);
  if (d.gravity) {
    line("gravity", "{}",
         d.gravity->empty() ? "none" : fmt::format("{}", fmt::join(*d.gravity, ", ")));
  }
  print_bodies(d);
  print_constraints(d);
  for (const std::string& moved : moved_text(loaded)) line("moved", "{}", moved);
  line("total", "{} degrees of freedom, {} joint equations, {} contacts{}", loaded.model.dofs,
       loaded.model.joint_functions.size(), loaded.model.contacts.size(),
       has_shape_contacts(loaded.model) ? ", and those between shapes, which come and go" : "");
  std::visit([&](const auto& scheme) { print_options("scheme", scheme_text(loaded), scheme); },
             loaded.simulation.scheme);
  if (!loaded.left_out.empty()) line("left out", "{}", loaded.left_out);
  std::visit([](const auto& solver) { print_options("solver", solver.name, solver); },
             loaded.simulation.solver);
  print_times(loaded);
  if (d.exact) line("exact", "{}", enum_name(d.exact->type));
  line("failure", "{}", enum_name(loaded.simulation.on_failure));
  return 0;
}

}  // namespace saltus::app
