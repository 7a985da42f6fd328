// SPDX-License-Identifier: Apache-2.0
// Levels of bodies by breadth first, layers of contacts between them, walks along each layer.
#include "saltus/solvers/sweep_order.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>

#include "saltus/base/index.h"

namespace saltus {
namespace {

/// Which bodies a contact touches, and which contacts touch a body.
class Touching {
 public:
  explicit Touching(const BodyProblem& problem)
      : body_start_(1, 0),
        contact_start_(problem.body.empty()
                           ? 1
                           : at(*std::max_element(problem.body.begin(), problem.body.end())) + 2) {
    for (std::size_t a = 0; a < problem.contacts(); ++a) {
      for (auto k = at(problem.start[a]); k < at(problem.start[a + 1]); ++k) {
        const std::int32_t body = problem.body[at(problem.dof[k])];
        if (k == at(problem.start[a]) || body != body_.back()) body_.push_back(body);
      }
      body_start_.push_back(body_.size());
    }
    for (const std::int32_t body : body_) ++contact_start_[at(body) + 1];
    std::partial_sum(contact_start_.begin(), contact_start_.end(), contact_start_.begin());
    contact_.resize(body_.size());
    std::vector<std::size_t> next(contact_start_.begin(), contact_start_.end() - 1);
    for (std::size_t a = 0; a < problem.contacts(); ++a)
      for (const std::int32_t body : bodies(a))
        contact_[next[at(body)]++] = static_cast<std::int32_t>(a);
  }

  [[nodiscard]] std::size_t contacts() const { return body_start_.size() - 1; }
  [[nodiscard]] std::size_t bodies() const { return contact_start_.size() - 1; }
  [[nodiscard]] std::span<const std::int32_t> bodies(std::size_t contact) const {
    return std::span(body_).subspan(body_start_[contact],
                                    body_start_[contact + 1] - body_start_[contact]);
  }
  [[nodiscard]] std::span<const std::int32_t> contacts(std::size_t body) const {
    return std::span(contact_).subspan(contact_start_[body],
                                       contact_start_[body + 1] - contact_start_[body]);
  }

 private:
  std::vector<std::int32_t> body_, contact_;
  std::vector<std::size_t> body_start_, contact_start_;
};

/// Contacts with something fixed that free motion closes, at half the speed of the fastest or more:
/// the floor, not the walls. If none does: all of them; if there are none: the first contact.
std::vector<std::size_t> foundation(const BodyProblem& problem, const Touching& touching) {
  std::vector<double> u(problem.w.size());
  contact_velocity(problem, problem.v_free, u);
  std::vector<std::size_t> fixed;
  double fastest = 0;
  for (std::size_t a = 0; a < touching.contacts(); ++a)
    if (touching.bodies(a).size() < 2) {
      fixed.push_back(a);
      fastest = std::max(fastest, -u[a * at(problem.dim)]);
    }
  std::erase_if(fixed, [&](std::size_t a) { return -u[a * at(problem.dim)] < fastest / 2; });
  if (fixed.empty() && touching.contacts() > 0) fixed.push_back(0);
  return fixed;
}

/// Contacts from each body to the foundation; of islands that do not touch it, to their first body.
std::vector<std::int32_t> levels(const BodyProblem& problem, const Touching& touching) {
  std::vector<std::int32_t> level(touching.bodies(), -1);
  std::vector<std::int32_t> queue;
  const auto reach = [&](std::int32_t body, std::int32_t depth) {
    if (level[at(body)] >= 0) return;
    level[at(body)] = depth;
    queue.push_back(body);
  };
  std::size_t done = 0;
  const auto spread = [&] {
    for (; done < queue.size(); ++done)
      for (const std::int32_t contact : touching.contacts(at(queue[done])))
        for (const std::int32_t body : touching.bodies(at(contact)))
          reach(body, level[at(queue[done])] + 1);
  };
  for (const std::size_t contact : foundation(problem, touching))
    for (const std::int32_t body : touching.bodies(contact)) reach(body, 0);
  spread();
  for (std::size_t body = 0; body < touching.bodies(); ++body) {
    reach(static_cast<std::int32_t>(body), 0);
    spread();
  }
  return level;
}

/// From below: what level l has with fixed things, within itself, with level l + 1.
std::vector<std::int32_t> layers(const BodyProblem& problem, const Touching& touching) {
  const std::vector<std::int32_t> level = levels(problem, touching);
  std::vector<std::int32_t> layer(touching.contacts());
  for (std::size_t a = 0; a < layer.size(); ++a) {
    const auto bodies = touching.bodies(a);
    std::int32_t low = std::numeric_limits<std::int32_t>::max();
    std::int32_t high = 0;
    for (const std::int32_t body : bodies) {
      low = std::min(low, level[at(body)]);
      high = std::max(high, level[at(body)]);
    }
    if (bodies.empty()) low = 0;
    const std::int32_t between = high > low ? 2 : 1;
    layer[a] = 3 * low + (bodies.size() < 2 ? 0 : between);
  }
  return layer;
}

/// Contacts of one layer, breadth first: but for the first, each after one that shares a body with
/// it.
class Walk {
 public:
  Walk(const Touching& touching, const std::vector<std::int32_t>& layer)
      : touching_(touching), layer_(layer), seen_(touching.contacts()) {}

  void from(std::int32_t contact, std::vector<std::int32_t>& order) {
    if (seen_[at(contact)]) return;
    std::size_t done = order.size();
    seen_[at(contact)] = true;
    order.push_back(contact);
    for (; done < order.size(); ++done) {
      const std::int32_t here = order[done];
      for (const std::int32_t body : touching_.bodies(at(here)))
        for (const std::int32_t beside : touching_.contacts(at(body)))
          if (!seen_[at(beside)] && layer_[at(beside)] == layer_[at(here)]) {
            seen_[at(beside)] = true;
            order.push_back(beside);
          }
    }
  }

 private:
  const Touching& touching_;
  const std::vector<std::int32_t>& layer_;
  std::vector<bool> seen_;
};

std::vector<std::int32_t> walk_layers(const BodyProblem& problem, const Touching& touching) {
  const std::vector<std::int32_t> layer = layers(problem, touching);
  std::vector<std::int32_t> by_layer(layer.size());
  std::iota(by_layer.begin(), by_layer.end(), 0);
  std::stable_sort(by_layer.begin(), by_layer.end(),
                   [&](std::int32_t a, std::int32_t b) { return layer[at(a)] < layer[at(b)]; });
  std::vector<std::int32_t> order;
  order.reserve(layer.size());
  Walk walk(touching, layer);
  for (const std::int32_t contact : by_layer) walk.from(contact, order);
  return order;
}

}  // namespace

std::vector<std::int32_t> colour(const BodyProblem& problem) {
  const Touching touching(problem);
  std::vector<std::int32_t> free(touching.bodies(), 0);  // the first colour after those at a body
  std::vector<std::int32_t> colours(problem.contacts(), 0);
  for (const std::int32_t contact : walk_layers(problem, touching)) {
    std::int32_t& colour = colours[at(contact)];
    for (const std::int32_t body : touching.bodies(at(contact)))
      colour = std::max(colour, free[at(body)]);
    for (const std::int32_t body : touching.bodies(at(contact))) free[at(body)] = colour + 1;
  }
  return colours;
}

}  // namespace saltus
