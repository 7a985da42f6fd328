// SPDX-License-Identifier: Apache-2.0
#include "saltus/record/frame_contacts.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace saltus {

void FrameContacts::add(const std::vector<ContactSample>& contacts, std::size_t own) {
  by_number_.resize(own);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const ContactSample& c = contacts[i];
    if (!(c.pn > 0) || !std::isfinite(c.point[0] + c.point[1] + c.point[2])) continue;
    const std::size_t next = all_.size();
    std::size_t entry = next;
    if (i >= own) {
      entry = by_name_.try_emplace(c.name, next).first->second;
    } else if (by_number_[i] > 0) {
      entry = by_number_[i] - 1;
    } else {
      by_number_[i] = next + 1;
    }
    if (entry == next) all_.emplace_back();
    Pressed& p = all_[entry];
    p.point = c.point;
    for (std::size_t k = 0; k < 3; ++k) p.impulse[k] += c.impulse[k];
    p.pn += c.pn;
    p.status = c.status;
  }
}

bool FrameContacts::keep_strongest(std::size_t most) {
  if (all_.size() <= most) return false;
  std::vector<double> sizes;
  for (const Pressed& p : all_) sizes.push_back(p.pn);
  std::nth_element(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(most), sizes.end(),
                   std::greater<>());
  const double least = sizes[most];
  std::erase_if(all_, [&](const Pressed& p) { return !(p.pn > least); });
  return true;
}

void FrameContacts::clear() {
  all_.clear();
  by_name_.clear();
  std::fill(by_number_.begin(), by_number_.end(), 0);
}

}  // namespace saltus
