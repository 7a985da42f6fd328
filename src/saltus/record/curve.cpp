// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/curve.h"

#include <limits>

namespace saltus {

void Curve::push(const At& at) {
  t_.push_back(at.t);
  y_.push_back(at.y);
}

void Curve::flush() {
  if (!has_part_) return;
  has_part_ = false;
  const At& first = low_.sample <= high_.sample ? low_ : high_;
  const At& second = low_.sample <= high_.sample ? high_ : low_;
  push(first);
  if (second.sample != first.sample) push(second);
}

void Curve::add(std::size_t i, double t, double y) {
  const At at{i, t, y};
  if (i != next_ && !y_.empty()) {
    flush();
    push({i, t, std::numeric_limits<double>::quiet_NaN()});
  }
  next_ = i + 1;
  last_ = at;
  const bool begins = y_.empty() && !has_part_;  // a legend has a value there
  if (!is_thinned() || begins) return push(at);
  const std::size_t part = i * (most / 2) / samples_;
  if (part != part_) flush();
  part_ = part;
  if (!has_part_) {
    low_ = high_ = at;
    has_part_ = true;
    return;
  }
  if (y < low_.y) low_ = at;
  if (y > high_.y) high_ = at;
}

void Curve::jump(std::size_t i, double t, double y) {
  if (!is_thinned() && !y_.empty() && i == next_) push({i, t, y_.back()});
  add(i, t, y);
}

void Curve::finish() {
  flush();
  if (next_ > 0 && (t_.empty() || t_.back() < last_.t)) push(last_);
}

}  // namespace saltus
