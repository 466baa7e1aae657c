#pragma once

#include "CPictures.h"

/// A file in memory, the limits of its picture, and the picture read from it.
struct reading {
  const uint8_t *bytes;
  size_t count;
  size_t place;
  size_t cover;
  size_t fit;
  size_t most;
  struct cpictures_picture *picture;
};

/// Allocates cleared pixels; returns a `cpictures_status`.
int32_t reading_allocate(struct reading *file, size_t width, size_t height, size_t channels);

/// Copies at most `count` of the next bytes, and returns how many.
size_t reading_take(struct reading *file, uint8_t *target, size_t count);

int32_t reading_png(struct reading *file);
int32_t reading_jpeg(struct reading *file);
int32_t reading_gif(struct reading *file);
int32_t reading_webp(struct reading *file);
