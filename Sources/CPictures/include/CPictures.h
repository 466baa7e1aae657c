#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The results of reading a picture, which are exit statuses of `profilectl-picture` too.
enum cpictures_status {
  cpictures_done = 0,
  cpictures_undecodable = 42,
  cpictures_too_much_memory = 43,
  cpictures_too_large = 44,
  cpictures_truncated = 45,
};

/// A decoded picture, in rows from the top.
struct cpictures_picture {
  /// Allocated by malloc(3); the caller frees it. NULL unless the picture was read.
  uint8_t *pixels;
  size_t width;
  size_t height;
  /// Bytes of a pixel: red, green, blue, and 4 with alpha, which is not premultiplied.
  size_t channels;
};

/// Reads a whole PNG, JPEG, GIF or WebP file; of an animation, the first frame.
///
/// Decodes a JPEG picture at the fewest eighths of its size at which the shorter side keeps
/// `cover` pixels and the longer side `fit`. `most` is the largest number of pixels. Returns a
/// `cpictures_status`.
int32_t cpictures_read(
    const uint8_t *bytes, size_t count, size_t cover, size_t fit, size_t most,
    struct cpictures_picture *picture);

/// Writes a JPEG file of pixels with red, green and blue, in rows from the top.
///
/// The caller frees the bytes. Returns a `cpictures_status`.
int32_t cpictures_write(
    const uint8_t *pixels, size_t width, size_t height, uint8_t **bytes, size_t *count);

/// Gives up the right to gain privileges and to be traced, and ends this process with its parent;
/// wraps prctl(2). Returns 0 or an errno.
int32_t cpictures_drop_rights(void);
