#include "reading.h"

#include <webp/decode.h>
#include <webp/demux.h>

static int32_t status_for(VP8StatusCode code) {
  switch (code) {
  case VP8_STATUS_OK: return cpictures_done;
  case VP8_STATUS_OUT_OF_MEMORY: return cpictures_too_much_memory;
  case VP8_STATUS_SUSPENDED:
  case VP8_STATUS_NOT_ENOUGH_DATA: return cpictures_truncated;
  default: return cpictures_undecodable;
  }
}

/// Decodes the first frame into its place on the canvas.
static int32_t read_frame(const WebPDemuxer *parts, const WebPIterator *frame, struct reading *file) {
  size_t width = WebPDemuxGetI(parts, WEBP_FF_CANVAS_WIDTH);
  size_t height = WebPDemuxGetI(parts, WEBP_FF_CANVAS_HEIGHT);
  bool is_part = (size_t)frame->width < width || (size_t)frame->height < height;
  size_t channels = frame->has_alpha || is_part ? 4 : 3;
  int32_t status = reading_allocate(file, width, height, channels);
  if (status != cpictures_done) return status;
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return cpictures_undecodable;
  size_t start = ((size_t)frame->y_offset * width + (size_t)frame->x_offset) * channels;
  config.output.colorspace = channels == 4 ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = file->picture->pixels + start;
  config.output.u.RGBA.stride = (int)(width * channels);
  config.output.u.RGBA.size = width * height * channels - start;
  return status_for(WebPDecode(frame->fragment.bytes, frame->fragment.size, &config));
}

int32_t reading_webp(struct reading *file) {
  WebPData data = {file->bytes, file->count};
  // NULL unless all parts are there.
  WebPDemuxer *parts = WebPDemux(&data);
  if (!parts) return cpictures_truncated;
  WebPIterator frame;
  int32_t status = cpictures_undecodable;
  if (WebPDemuxGetFrame(parts, 1, &frame)) {
    status = read_frame(parts, &frame, file);
    WebPDemuxReleaseIterator(&frame);
  }
  WebPDemuxDelete(parts);
  return status;
}
