#include "reading.h"

#include <setjmp.h>
#include <stdio.h>

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

/// Chooses the fraction at which the picture is decoded. It may be turned later, so both sides must
/// cover.
static void choose_size(struct jpeg_decompress_struct *info, size_t cover) {
  size_t side = info->image_width < info->image_height ? info->image_width : info->image_height;
  info->scale_num = 1;
  info->scale_denom = 8;
  while (info->scale_denom > 1 && side / info->scale_denom < cover) info->scale_denom /= 2;
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
  choose_size(info, file->cover);
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
