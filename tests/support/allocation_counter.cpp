// SPDX-License-Identifier: Apache-2.0
// Stands in front of glibc's allocation functions, or asks the sanitizer where one is in charge.
#include "support/allocation_counter.h"

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {

std::atomic<std::size_t> allocations{0};

void note() { allocations.fetch_add(1, std::memory_order_relaxed); }

}  // namespace

std::size_t saltus::test::allocation_count() { return allocations.load(std::memory_order_relaxed); }

#if defined(__SANITIZE_ADDRESS__)

// The sanitizer owns malloc and offers hooks; g++ 12 ships them without a header.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*,
                                                                           std::size_t),
                                                         void (*on_free)(const volatile void*));

namespace {

[[maybe_unused]] const int installed = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { note(); }, [](const volatile void*) {});

}  // namespace

#else

// glibc's own names of the functions that we hide; libstdc++'s operator new calls malloc.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t number, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

void* malloc(std::size_t size) noexcept {
  note();
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) noexcept {
  note();
  return __libc_calloc(number, size);
}

void* realloc(void* old, std::size_t size) noexcept {
  note();
  return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) noexcept {
  note();
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t size) noexcept {
  note();
  void* const block = __libc_memalign(alignment, size);
  if (block == nullptr) return ENOMEM;
  *result = block;
  return 0;
}
}

#endif
