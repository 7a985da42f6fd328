// SPDX-License-Identifier: Apache-2.0
// What a run goes on from, and the samples as the run handed them out.
#include "saltus/record/recording.h"

#include <cstring>

namespace saltus {
namespace {

using Element = Hdf5File::Element;

template <class T>
std::vector<T> to_numbers(const std::vector<char>& bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

template <class T>
constexpr Element element_of() {
  if constexpr (std::is_same_v<T, double>) return Element::float64;
  if constexpr (std::is_same_v<T, std::int64_t>) return Element::int64;
  if constexpr (std::is_same_v<T, std::int32_t>) return Element::int32;
  return Element::uint8;
}

/// Rows of a table, read some at a time.
template <class T>
class Window {
 public:
  Window(const Hdf5File& file, std::string name) : file_(&file), name_(std::move(name)) {
    const Hdf5File::Size size = file.table_size(name_);
    rows_ = size.rows;
    columns_ = size.columns;
  }
  [[nodiscard]] std::uint64_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] const T* row(std::uint64_t i) {
    if (i < first_ || i >= first_ + count_) load(i);
    return values_.data() + (i - first_) * columns_;
  }
  [[nodiscard]] T operator[](std::uint64_t i) { return *row(i); }

 private:
  void load(std::uint64_t i) {
    const std::uint64_t some = std::max<std::uint64_t>(1, 65536 / columns_);
    first_ = i;
    count_ = i < rows_ ? std::min(some, rows_ - i) : 1;
    values_ = to_numbers<T>(file_->table_rows(name_, element_of<T>(), first_, count_));
  }

  const Hdf5File* file_;
  std::string name_;
  std::uint64_t rows_ = 0;
  std::size_t columns_ = 1;
  std::uint64_t first_ = 0;
  std::uint64_t count_ = 0;
  std::vector<T> values_;
};

using Numbers = Window<double>;

/// The entries of q and v in the order of the columns.
struct Order {
  explicit Order(const Model& model) {
    for (const Body& body : model.bodies) {
      for (std::size_t i = 0; i < body.coordinates.size(); ++i)
        positions.push_back(body.position + static_cast<std::int32_t>(i));
      for (std::size_t i = 0; i < body.rates.size(); ++i)
        dofs.push_back(body.dof + static_cast<std::int32_t>(i));
    }
  }
  std::vector<std::int32_t> positions, dofs;
};

void demand_columns(const Hdf5File& file, const std::string& name, std::size_t is,
                    std::size_t wanted) {
  if (is != wanted) file.fail(name, "does not fit the model");
}

struct States {
  States(const Hdf5File& file, const Model& model)
      : q(file, "states/q"), v(file, "states/v"), order(model) {
    demand_columns(file, "states/q", q.columns(), order.positions.size());
    demand_columns(file, "states/v", v.columns(), order.dofs.size());
  }
  void read(std::uint64_t i, State& x) {
    const double* from = q.row(i);
    for (const std::int32_t k : order.positions) x.q[k] = *from++;
    from = v.row(i);
    for (const std::int32_t k : order.dofs) x.v[k] = *from++;
  }
  Numbers q, v;
  Order order;
};

struct Contacts {
  Contacts(const Hdf5File& file, const Model& model, std::string_view multiplier)
      : start(file, "contacts/start"),
        contact(file, "contacts/contact"),
        status(file, "contacts/status"),
        names(file.texts("contacts/names")),
        own(model.own_contacts) {
    for (const char* name : {"gap", "un", "ut1", "ut2", "pn", "pt1", "pt2"})
      numbers.emplace_back(file, std::string("contacts/") + name);
    if (!multiplier.empty()) tau.emplace_back(file, "contacts/" + std::string(multiplier));
    for (const char* name : {"contacts/point", "contacts/impulse"}) {
      if (!file.has(name)) continue;
      vectors.emplace_back(file, name);
      demand_columns(file, name, vectors.back().columns(), 3);
    }
  }
  void read(std::uint64_t i, Sample& sample) {
    const auto first = static_cast<std::uint64_t>(start[i]);
    const auto end = static_cast<std::uint64_t>(start[i + 1]);
    if (end < first || end > contact.rows()) throw FileError("contacts/start: is damaged");
    sample.contacts.resize(end - first);
    sample.state.tau_normal.setZero(static_cast<Eigen::Index>(end - first));
    for (std::uint64_t k = first; k < end; ++k) {
      ContactSample& c = sample.contacts[k - first];
      std::size_t column = 0;
      for (double* value : {&c.gap, &c.un, &c.ut, &c.ut_2, &c.pn, &c.pt, &c.pt_2})
        *value = numbers[column++][k];
      c.status = static_cast<ContactStatus>(std::min<int>(status[k], 3));
      const std::int32_t number = contact[k];
      if (number < 0 || static_cast<std::size_t>(number) >= names.size())
        throw FileError("contacts/contact: is damaged");
      c.name = k - first < own ? std::string() : names[static_cast<std::size_t>(number)];
      if (!tau.empty()) sample.state.tau_normal[static_cast<Eigen::Index>(k - first)] = tau[0][k];
      if (vectors.size() < 2) continue;
      std::copy_n(vectors[0].row(k), 3, c.point.begin());
      std::copy_n(vectors[1].row(k), 3, c.impulse.begin());
    }
  }
  Window<std::int64_t> start;
  Window<std::int32_t> contact;
  Window<std::uint8_t> status;
  std::vector<std::string> names;
  std::size_t own;
  std::vector<Numbers> numbers, tau, vectors;
};

struct Joints {
  Joints(const Hdf5File& file, const Model& model, const Multipliers& multipliers)
      : rows(model.joint_functions.size()) {
    std::vector<std::string> names{"position_error", "velocity_error", "impulse"};
    if (multipliers.smooth) names.emplace_back("lambda");
    if (!multipliers.position.empty()) names.emplace_back(multipliers.position);
    for (const std::string& name : names) {
      numbers.emplace_back(file, "constraints/" + name);
      demand_columns(file, "constraints/" + name, numbers.back().columns(), rows);
    }
    smooth = multipliers.smooth;
  }
  void read(std::uint64_t i, Sample& sample) {
    for (std::size_t r = 0; r < rows; ++r)
      sample.joints[r] = {numbers[0].row(i)[r], numbers[1].row(i)[r], numbers[2].row(i)[r]};
    std::size_t column = 3;
    if (smooth) copy(numbers[column++], i, sample.state.lambda_joint);
    if (column < numbers.size()) copy(numbers[column], i, sample.state.tau_joint);
  }
  static void copy(Numbers& from, std::uint64_t i, Vec& to) {
    std::copy_n(from.row(i), to.size(), to.begin());
  }
  std::size_t rows;
  bool smooth = false;
  std::vector<Numbers> numbers;
};

struct Energies {
  explicit Energies(const Hdf5File& file) {
    for (const char* name : {"kinetic", "potential", "total", "work_external", "work_damping",
                             "work_contact", "balance"})
      numbers.emplace_back(file, std::string("energy/") + name);
  }
  void read(std::uint64_t i, EnergySample& e) {
    std::size_t column = 0;
    for (double* value : {&e.kinetic, &e.potential, &e.total, &e.work_external, &e.work_damping,
                          &e.work_contact, &e.balance})
      *value = numbers[column++][i];
  }
  std::vector<Numbers> numbers;
};

struct Steps {
  explicit Steps(const Hdf5File& file) : residual(file, "solver/residual") {
    for (const char* name : {"steps", "newton", "projection", "activation", "solves", "iterations",
                             "rejected", "active"})
      counts.emplace_back(file, std::string("solver/") + name);
    for (const char* name : {"shortest", "longest"})
      lengths.emplace_back(file, std::string("solver/") + name);
  }
  void read(std::uint64_t i, StepSums& s) {
    std::size_t column = 0;
    for (std::int32_t* count : {&s.steps, &s.newton, &s.projection, &s.activation, &s.solves,
                                &s.iterations, &s.rejected, &s.active})
      *count = counts[column++][i];
    s.residual = residual[i];
    s.shortest = lengths[0][i];
    s.longest = lengths[1][i];
  }
  Numbers residual;
  std::vector<Window<std::int32_t>> counts;
  std::vector<Numbers> lengths;
};

void replay_events(const Hdf5File& file, const Model& model, Recorder& recorder) {
  Window<std::uint8_t> kind(file, "events/kind");
  Window<std::int32_t> contact(file, "events/contact");
  std::vector<Numbers> numbers;
  for (const char* name : {"t", "un_before", "un_after", "ut_before", "ut_after", "pn", "pt"})
    numbers.emplace_back(file, std::string("events/") + name);
  for (std::uint64_t i = 0; i < kind.rows(); ++i) {
    Event e;
    e.kind = static_cast<EventKind>(kind[i]);
    e.contact = contact[i];
    if (e.contact >= static_cast<std::int32_t>(model.own_contacts))
      throw FileError("events/contact: is damaged");
    std::size_t column = 0;
    for (double* value : {&e.t, &e.un_before, &e.un_after, &e.ut_before, &e.ut_after, &e.pn, &e.pt})
      *value = numbers[column++][i];
    recorder.note(e);
  }
}

}  // namespace

Recording::Recording(const std::filesystem::path& path) : file_(Hdf5File::open(path.string())) {
  if (attribute("format") != "saltus recording")
    throw FileError(path.string() + ": is no recording of saltus");
}

std::string Recording::model() const {
  const std::vector<std::string> text = file_.texts("model");
  return text.empty() ? std::string() : text.front();
}

double Recording::last_time() const {
  const std::uint64_t n = samples();
  return n == 0 ? 0 : to_numbers<double>(file_.table_rows("time", Element::float64, n - 1, 1))[0];
}

std::vector<char> Recording::checkpoint() const {
  const std::string name = "checkpoint/state";
  return file_.table_rows(name, Element::uint8, 0, file_.table_size(name).rows);
}

std::vector<std::int64_t> Recording::checkpoint_rows() const {
  const std::string name = "checkpoint/rows";
  return to_numbers<std::int64_t>(
      file_.table_rows(name, Element::int64, 0, file_.table_size(name).rows));
}

OldColumn Recording::column(const std::string& path, std::uint64_t rows,
                            std::uint64_t chunk_rows) const {
  OldColumn old;
  const std::uint64_t full = rows / chunk_rows;
  for (const Hdf5File::ChunkPlace& place : file_.chunks(path, chunk_rows, full))
    old.chunks.push_back({place.at, static_cast<std::uint32_t>(place.size), place.skipped});
  old.rest = file_.table_bytes(path, full * chunk_rows, rows - full * chunk_rows);
  return old;
}

void Recording::replay(const Model& model, const Multipliers& multipliers,
                       Recorder& recorder) const {
  replay_events(file_, model, recorder);
  Numbers time(file_, "time");
  Numbers length(file_, "length");
  Window<std::int64_t> step(file_, "step");
  std::optional<States> states;
  std::optional<Contacts> contacts;
  std::optional<Joints> joints;
  std::optional<Energies> energies;
  if (has("states")) states.emplace(file_, model);
  if (file_.has("contacts/start")) contacts.emplace(file_, model, multipliers.position);
  if (has("constraints")) joints.emplace(file_, model, multipliers);
  if (has("energy")) energies.emplace(file_);
  std::optional<Steps> steps;
  if (has("solver")) steps.emplace(file_);
  Sample sample;
  sample.state = initial_state(model);
  sample.joints.resize(model.joint_functions.size());
  for (std::uint64_t i = 0; i < time.rows(); ++i) {
    sample.state.t = time[i];
    sample.state.h = length[i];
    sample.step = step[i];
    if (states) states->read(i, sample.state);
    if (contacts) contacts->read(i, sample);
    if (joints) joints->read(i, sample);
    if (energies) energies->read(i, sample.energy);
    if (steps) steps->read(i, sample.solver);
    recorder.record(sample);
  }
}

}  // namespace saltus
