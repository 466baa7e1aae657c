#include "reading.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jerror.h>
#include <jpeglib.h>

/// One use of libjpeg.
struct jpeg {
  struct jpeg_decompress_struct info;
  struct jpeg_error_mgr error;
  jmp_buf failure;
  int32_t status;
};

static _Noreturn void leave(j_common_ptr info, int32_t status) {
  struct jpeg *jpeg = info->client_data;
  jpeg->status = status;
  longjmp(jpeg->failure, 1);
}

/// Called by libjpeg for an error.
static void fail(j_common_ptr info) {
  bool is_memory = info->err->msg_code == JERR_OUT_OF_MEMORY;
  leave(info, is_memory ? cpictures_too_much_memory : cpictures_undecodable);
}

/// Called by libjpeg for a warning, with a negative level, or a trace.
///
/// Missing data are an error. Invalid codes and superfluous bytes are not.
static void warn(j_common_ptr info, int level) {
  if (level >= 0) return;
  int marker = ((j_decompress_ptr)info)->unread_marker;
  // A loss before a restart marker is damage within the picture.
  bool is_restart = JPEG_RST0 <= marker && marker <= JPEG_RST0 + 7;
  bool is_end = false;
  switch (info->err->msg_code) {
  case JWRN_JPEG_EOF: is_end = true; break;
  case JWRN_HIT_MARKER: is_end = !is_restart; break;
  case JWRN_MUST_RESYNC: is_end = marker == JPEG_EOI; break;
  default: break;
  }
  if (is_end) leave(info, cpictures_truncated);
}

/// Chooses the fewest eighths at which the shorter side has `cover` pixels and the longer `fit`.
static void choose_size(struct jpeg_decompress_struct *info, const struct reading *file) {
  size_t width = info->image_width, height = info->image_height;
  size_t shorter = width < height ? width : height, longer = width < height ? height : width;
  info->scale_num = 1;
  info->scale_denom = 8;
  while (info->scale_num < 8 && (shorter * info->scale_num / 8 < file->cover ||
                                 longer * info->scale_num / 8 < file->fit)) {
    info->scale_num++;
  }
}

/// Converts a row of inks, which Adobe's programs store inverted, to red, green and blue.
static void draw_inks(const JSAMPLE *inks, uint8_t *pixels, size_t width, bool is_inverted) {
  for (size_t column = 0; column < width; column++, inks += 4, pixels += 3) {
    int black = is_inverted ? inks[3] : 255 - inks[3];
    for (int ink = 0; ink < 3; ink++) {
      pixels[ink] = (uint8_t)(black * (is_inverted ? inks[ink] : 255 - inks[ink]) / 255);
    }
  }
}

static void read_rows(struct jpeg *jpeg, struct reading *file) {
  struct jpeg_decompress_struct *info = &jpeg->info;
  size_t width = info->output_width;
  bool has_inks = info->out_color_space == JCS_CMYK;
  int32_t status = reading_allocate(file, width, info->output_height, 3);
  if (status != cpictures_done) leave((j_common_ptr)info, status);
  JSAMPARRAY inks = info->mem->alloc_sarray(
      (j_common_ptr)info, JPOOL_IMAGE, (JDIMENSION)width * 4, 1);
  while (info->output_scanline < info->output_height) {
    uint8_t *pixels = file->picture->pixels + info->output_scanline * width * 3;
    JSAMPROW row = has_inks ? inks[0] : pixels;
    jpeg_read_scanlines(info, &row, 1);
    if (has_inks) draw_inks(row, pixels, width, info->saw_Adobe_marker);
  }
}

static int32_t read_picture(struct jpeg *jpeg, struct reading *file) {
  struct jpeg_decompress_struct *info = &jpeg->info;
  if (setjmp(jpeg->failure)) return jpeg->status;
  jpeg_create_decompress(info);
  jpeg_mem_src(info, file->bytes, file->count);
  jpeg_read_header(info, TRUE);
  if ((size_t)info->image_width > file->most / info->image_height) return cpictures_too_large;
  choose_size(info, file);
  if (info->out_color_space != JCS_CMYK) info->out_color_space = JCS_RGB;
  // Plain upsampling is enough for a small picture.
  info->do_fancy_upsampling = FALSE;
  info->do_block_smoothing = FALSE;
  jpeg_start_decompress(info);
  read_rows(jpeg, file);
  // Reads up to the end mark.
  jpeg_finish_decompress(info);
  return cpictures_done;
}

int32_t reading_jpeg(struct reading *file) {
  struct jpeg jpeg = {.info = {.client_data = &jpeg}};
  jpeg.info.err = jpeg_std_error(&jpeg.error);
  jpeg.error.error_exit = fail;
  jpeg.error.emit_message = warn;
  int32_t status = read_picture(&jpeg, file);
  jpeg_destroy_decompress(&jpeg.info);
  return status;
}

/// One use of libjpeg to write.
struct jpeg_output {
  struct jpeg_compress_struct info;
  struct jpeg_error_mgr error;
  jmp_buf failure;
  unsigned char *bytes;
  unsigned long count;
};

/// Called by libjpeg for an error, which can only be lack of memory.
static void fail_output(j_common_ptr info) {
  longjmp(((struct jpeg_output *)info->client_data)->failure, 1);
}

static int32_t write_rows(
    struct jpeg_output *jpeg, const uint8_t *pixels, size_t width, size_t height) {
  struct jpeg_compress_struct *info = &jpeg->info;
  if (setjmp(jpeg->failure)) return cpictures_too_much_memory;
  jpeg_create_compress(info);
  jpeg_mem_dest(info, &jpeg->bytes, &jpeg->count);
  info->image_width = (JDIMENSION)width;
  info->image_height = (JDIMENSION)height;
  info->input_components = 3;
  info->in_color_space = JCS_RGB;
  jpeg_set_defaults(info);
  jpeg_set_quality(info, 85, TRUE);
  // Coloured lines and letters stay sharp.
  info->comp_info[0].h_samp_factor = info->comp_info[0].v_samp_factor = 1;
  jpeg_start_compress(info, TRUE);
  for (size_t row = 0; row < height; row++) {
    JSAMPROW line = (JSAMPROW)(pixels + row * width * 3);
    jpeg_write_scanlines(info, &line, 1);
  }
  jpeg_finish_compress(info);
  return cpictures_done;
}

int32_t cpictures_write(
    const uint8_t *pixels, size_t width, size_t height, uint8_t **bytes, size_t *count) {
  struct jpeg_output jpeg = {.info = {.client_data = &jpeg}};
  jpeg.info.err = jpeg_std_error(&jpeg.error);
  jpeg.error.error_exit = fail_output;
  int32_t status = write_rows(&jpeg, pixels, width, height);
  jpeg_destroy_compress(&jpeg.info);
  if (status != cpictures_done) {
    free(jpeg.bytes);
    return status;
  }
  *bytes = jpeg.bytes;
  *count = jpeg.count;
  return status;
}
