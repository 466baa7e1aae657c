#include "reading.h"

#include <png.h>
#include <setjmp.h>
#include <string.h>

/// Called by libpng for the next bytes.
static void take(png_structp png, png_bytep target, size_t count) {
  struct reading *file = png_get_io_ptr(png);
  if (reading_take(file, target, count) < count) png_error(png, "The file ends");
}

/// Called by libpng for an error; it sets the status of `reading_png`.
static void fail(png_structp png, png_const_charp message) {
  int32_t *status = png_get_error_ptr(png);
  if (strcmp(message, "The file ends") == 0 || strcmp(message, "Not enough image data") == 0) {
    *status = cpictures_truncated;
  } else if (strcmp(message, "Out of memory") == 0) {
    *status = cpictures_too_much_memory;
  }
  png_longjmp(png, 1);
}

static void ignore(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

/// Asks for eight bits of red, green and blue, and alpha if anything is transparent.
static void normalise(png_structp png, png_infop info) {
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
}

static int32_t read_rows(png_structp png, png_infop info, struct reading *file) {
  size_t width = png_get_image_width(png, info), height = png_get_image_height(png, info);
  if (width > file->most / height) return cpictures_too_large;
  int passes = png_get_interlace_type(png, info) == PNG_INTERLACE_ADAM7 ? 7 : 1;
  normalise(png, info);
  size_t channels = png_get_channels(png, info);
  int32_t status = reading_allocate(file, width, height, channels);
  if (status != cpictures_done) return status;
  for (int pass = 0; pass < passes; pass++) {
    for (size_t row = 0; row < height; row++) {
      png_read_row(png, file->picture->pixels + row * width * channels, NULL);
    }
  }
  png_read_end(png, NULL);
  return cpictures_done;
}

static int32_t read_picture(png_structp png, png_infop info, struct reading *file, int32_t *failure) {
  if (setjmp(png_jmpbuf(png))) return *failure;
  png_set_read_fn(png, file, take);
  png_read_info(png, info);
  return read_rows(png, info, file);
}

int32_t reading_png(struct reading *file) {
  int32_t failure = cpictures_undecodable;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, fail, ignore);
  if (!png) return cpictures_too_much_memory;
  png_infop info = png_create_info_struct(png);
  int32_t status = cpictures_too_much_memory;
  if (info) status = read_picture(png, info, file, &failure);
  png_destroy_read_struct(&png, &info, NULL);
  return status;
}
