#pragma once
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// row_checksum(v1, v2, ...): a 64-bit integer over the type, the length and the bytes of every
// argument. Each step is a bijection of the state, so a change confined to one 8-byte word always
// changes the result.

static inline uint64_t csqlite_mix(uint64_t state, uint64_t word) {
  state ^= word;
  state *= 0x9e3779b97f4a7c15u;
  state ^= state >> 32;
  state *= 0xd6e8feb86659fd93u;
  state ^= state >> 29;
  return state;
}

static inline uint64_t csqlite_mix_bytes(uint64_t state, const unsigned char *bytes, int count) {
  while (count > 0) {
    uint64_t word = 0;
    int n = count < 8 ? count : 8;
    memcpy(&word, bytes, (size_t)n);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    state = csqlite_mix(state, word);
    bytes += n;
    count -= n;
  }
  return state;
}

static inline uint64_t csqlite_mix_value(uint64_t state, sqlite3_value *value) {
  int type = sqlite3_value_type(value);
  uint64_t tag = (uint64_t)type << 56;
  switch (type) {
    case SQLITE_INTEGER:
      return csqlite_mix(csqlite_mix(state, tag), (uint64_t)sqlite3_value_int64(value));
    case SQLITE_FLOAT: {
      // A table stores -0.0 as 0.0. Adding zero gives both the same checksum before they are
      // stored, too.
      double number = sqlite3_value_double(value) + 0.0;
      uint64_t bits;
      memcpy(&bits, &number, 8);
      return csqlite_mix(csqlite_mix(state, tag), bits);
    }
    case SQLITE_TEXT: {
      const unsigned char *bytes = sqlite3_value_text(value);
      int count = sqlite3_value_bytes(value);
      return csqlite_mix_bytes(csqlite_mix(state, tag | (uint64_t)count), bytes, count);
    }
    case SQLITE_BLOB: {
      const unsigned char *bytes = sqlite3_value_blob(value);
      int count = sqlite3_value_bytes(value);
      return csqlite_mix_bytes(csqlite_mix(state, tag | (uint64_t)count), bytes, count);
    }
    default:
      return csqlite_mix(state, tag);
  }
}

static inline void csqlite_row_checksum(sqlite3_context *context, int count, sqlite3_value **values) {
  uint64_t state = csqlite_mix(0x70726f66696c6563u, (uint64_t)count);
  for (int i = 0; i < count; i++) state = csqlite_mix_value(state, values[i]);
  sqlite3_result_int64(context, (sqlite3_int64)state);
}

// Direct only: no trigger, view, index or constraint in a file may call it.
static inline int csqlite_register_checksum(sqlite3 *db) {
  return sqlite3_create_function_v2(
      db, "row_checksum", -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY, 0,
      csqlite_row_checksum, 0, 0, 0);
}
