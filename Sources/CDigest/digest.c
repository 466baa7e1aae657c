// SHA-256, FIPS 180-4, with the instructions that x86 processors have for it since 2016. What each
// does is told in Intel's "SHA Extensions", document 402097.

#include "CDigest.h"

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

int32_t cdigest_has_instructions(void) {
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_SSSE3) || !(c & bit_SSE4_1)) return 0;
  return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_SHA);
}

// The fractions of the cube roots of the first 64 primes (section 4.2.2), four to a step.
static const uint32_t constants[64] __attribute__((aligned(16))) = {
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

__attribute__((target("sha,sse4.1,ssse3")))
cdigest_state_t cdigest_mix(cdigest_state_t state, cdigest_block_t block) {
  // The instructions want the state in two halves, the first word of each highest.
  const __m128i abef = _mm_set_epi32((int)state.a, (int)state.b, (int)state.e, (int)state.f);
  const __m128i cdgh = _mm_set_epi32((int)state.c, (int)state.d, (int)state.g, (int)state.h);
  __m128i first = abef, second = cdgh;
  // The last sixteen words of the schedule (section 6.2.2), oldest first.
  __m128i w[4];
  for (int i = 0; i < 4; i++) w[i] = _mm_loadu_si128((const __m128i *)&block.words[4 * i]);
#pragma clang loop unroll(full)
  for (int step = 0; step < 16; step++) {
    // Four rounds, two in each call; what was the first half becomes the second.
    __m128i sums = _mm_add_epi32(w[0], _mm_load_si128((const __m128i *)&constants[4 * step]));
    second = _mm_sha256rnds2_epu32(second, first, sums);
    first = _mm_sha256rnds2_epu32(first, second, _mm_shuffle_epi32(sums, 0x0e));
    __m128i next = _mm_sha256msg1_epu32(w[0], w[1]);
    next = _mm_add_epi32(next, _mm_alignr_epi8(w[3], w[2], 4));
    next = _mm_sha256msg2_epu32(next, w[3]);
    w[0] = w[1], w[1] = w[2], w[2] = w[3], w[3] = next;
  }
  first = _mm_add_epi32(first, abef);
  second = _mm_add_epi32(second, cdgh);
  return (cdigest_state_t){
    .a = (uint32_t)_mm_extract_epi32(first, 3), .b = (uint32_t)_mm_extract_epi32(first, 2),
    .c = (uint32_t)_mm_extract_epi32(second, 3), .d = (uint32_t)_mm_extract_epi32(second, 2),
    .e = (uint32_t)_mm_extract_epi32(first, 1), .f = (uint32_t)_mm_extract_epi32(first, 0),
    .g = (uint32_t)_mm_extract_epi32(second, 1), .h = (uint32_t)_mm_extract_epi32(second, 0),
  };
}

#else

int32_t cdigest_has_instructions(void) { return 0; }

cdigest_state_t cdigest_mix(cdigest_state_t state, cdigest_block_t block) {
  (void)block;
  return state;
}

#endif
