#include "reading.h"

#include <gif_lib.h>
#include <stdlib.h>

/// Called by giflib for the next bytes.
static int take(GifFileType *gif, GifByteType *target, int count) {
  return (int)reading_take(gif->UserData, target, (size_t)count);
}

static int32_t status_for(int error, const struct reading *file) {
  if (error == D_GIF_ERR_NOT_ENOUGH_MEM) return cpictures_too_much_memory;
  // The codes stand for fewer pixels than the frame has.
  bool is_short = error == D_GIF_ERR_EOF_TOO_SOON || error == D_GIF_ERR_IMAGE_DEFECT;
  return is_short || file->place == file->count ? cpictures_truncated : cpictures_undecodable;
}

/// Draws a row of the frame; `transparent` is a colour or -1.
static void draw_row(
    struct reading *file, const GifImageDesc *frame, const ColorMapObject *colors, int transparent,
    int row, const GifPixelType *codes) {
  struct cpictures_picture *picture = file->picture;
  size_t y = (size_t)(frame->Top + row);
  if (y >= picture->height) return;
  for (int column = 0; column < frame->Width; column++) {
    size_t x = (size_t)(frame->Left + column);
    int code = codes[column];
    if (x >= picture->width || code == transparent || code >= colors->ColorCount) continue;
    GifColorType color = colors->Colors[code];
    uint8_t *pixel = picture->pixels + (y * picture->width + x) * 4;
    pixel[0] = color.Red;
    pixel[1] = color.Green;
    pixel[2] = color.Blue;
    pixel[3] = 255;
  }
}

/// Draws the frame whose description was read (GIF89a, appendix E for interlacing).
static int32_t read_frame(GifFileType *gif, struct reading *file, int transparent) {
  const GifImageDesc *frame = &gif->Image;
  const ColorMapObject *colors = frame->ColorMap ? frame->ColorMap : gif->SColorMap;
  if (!colors || frame->Width <= 0 || frame->Height <= 0) return cpictures_undecodable;
  size_t width = (size_t)frame->Width;
  if (width > file->most / (size_t)frame->Height) return cpictures_too_large;
  int32_t status = reading_allocate(file, (size_t)gif->SWidth, (size_t)gif->SHeight, 4);
  if (status != cpictures_done) return status;
  GifPixelType *codes = malloc(width);
  if (!codes) return cpictures_too_much_memory;
  static const int starts[] = {0, 4, 2, 1}, steps[] = {8, 8, 4, 2};
  int passes = frame->Interlace ? 4 : 1;
  for (int pass = 0; pass < passes && status == cpictures_done; pass++) {
    int step = frame->Interlace ? steps[pass] : 1;
    for (int row = starts[pass]; row < frame->Height; row += step) {
      if (DGifGetLine(gif, codes, frame->Width) == GIF_ERROR) {
        status = status_for(gif->Error, file);
        break;
      }
      draw_row(file, frame, colors, transparent, row, codes);
    }
  }
  free(codes);
  return status;
}

/// Reads the data of a later frame without decoding it.
static int skip_frame(GifFileType *gif) {
  GifByteType *codes;
  int size;
  int result = DGifGetCode(gif, &size, &codes);
  while (result == GIF_OK && codes) result = DGifGetCodeNext(gif, &codes);
  return result;
}

/// Reads an extension; notes the transparent colour of the next frame.
static int read_extension(GifFileType *gif, int *transparent) {
  GifByteType *content;
  int kind;
  int result = DGifGetExtension(gif, &kind, &content);
  GraphicsControlBlock control;
  if (result == GIF_OK && content && kind == GRAPHICS_EXT_FUNC_CODE &&
      DGifExtensionToGCB(content[0], content + 1, &control) == GIF_OK) {
    *transparent = control.TransparentColor;
  }
  while (result == GIF_OK && content) result = DGifGetExtensionNext(gif, &content);
  return result;
}

/// Reads all parts up to the end mark, and decodes the first frame.
static int32_t read_parts(GifFileType *gif, struct reading *file) {
  int transparent = NO_TRANSPARENT_COLOR;
  int result = GIF_OK;
  while (result == GIF_OK) {
    GifRecordType kind;
    result = DGifGetRecordType(gif, &kind);
    if (result == GIF_ERROR) break;
    if (kind == TERMINATE_RECORD_TYPE) {
      return file->picture->pixels ? cpictures_done : cpictures_undecodable;
    }
    if (kind == EXTENSION_RECORD_TYPE) result = read_extension(gif, &transparent);
    if (kind != IMAGE_DESC_RECORD_TYPE) continue;
    result = DGifGetImageDesc(gif);
    if (result == GIF_ERROR) break;
    if (file->picture->pixels) {
      result = skip_frame(gif);
    } else {
      int32_t status = read_frame(gif, file, transparent);
      if (status != cpictures_done) return status;
    }
  }
  return status_for(gif->Error, file);
}

int32_t reading_gif(struct reading *file) {
  int error = D_GIF_ERR_NOT_ENOUGH_MEM;
  GifFileType *gif = DGifOpen(file, take, &error);
  if (!gif) return status_for(error, file);
  int32_t status = read_parts(gif, file);
  DGifCloseFile(gif, &error);
  return status;
}
