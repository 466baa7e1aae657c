#include "reading.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

static bool begins(const struct reading *file, size_t place, const char *expected) {
  size_t length = strlen(expected);
  return file->count >= place + length && memcmp(file->bytes + place, expected, length) == 0;
}

int32_t cpictures_read(
    const uint8_t *bytes, size_t count, size_t cover, size_t fit, size_t most,
    struct cpictures_picture *picture) {
  struct reading file = {
      .bytes = bytes, .count = count, .cover = cover, .fit = fit, .most = most,
      .picture = picture};
  int32_t status = cpictures_undecodable;
  *picture = (struct cpictures_picture){0};
  if (begins(&file, 0, "\x89PNG")) status = reading_png(&file);
  if (begins(&file, 0, "\xFF\xD8\xFF")) status = reading_jpeg(&file);
  if (begins(&file, 0, "GIF8")) status = reading_gif(&file);
  if (begins(&file, 0, "RIFF") && begins(&file, 8, "WEBP")) status = reading_webp(&file);
  if (status != cpictures_done) {
    free(picture->pixels);
    picture->pixels = NULL;
  }
  return status;
}

int32_t reading_allocate(struct reading *file, size_t width, size_t height, size_t channels) {
  if (width == 0 || height == 0) return cpictures_undecodable;
  if (width > file->most / height) return cpictures_too_large;
  uint8_t *pixels = calloc(width * height, channels);
  *file->picture = (struct cpictures_picture){pixels, width, height, channels};
  return pixels ? cpictures_done : cpictures_too_much_memory;
}

size_t reading_take(struct reading *file, uint8_t *target, size_t count) {
  size_t left = file->count - file->place;
  if (count > left) count = left;
  memcpy(target, file->bytes + file->place, count);
  file->place += count;
  return count;
}

int32_t cpictures_drop_rights(void) {
  bool is_done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                 prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
                 prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0;
  return is_done ? 0 : errno;
}
