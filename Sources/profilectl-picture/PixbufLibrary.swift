internal import Glibc

/// The functions of gdk-pixbuf, loaded at run time.
///
/// The library stays loaded and its memory is never freed, because the process is short-lived.
@unsafe struct PixbufLibrary {
  /// Stand for `GdkPixbufLoader *`, `GdkPixbuf *` and `GError *`.
  typealias Loader = OpaquePointer
  typealias Pixbuf = OpaquePointer
  typealias Failure = UnsafeMutableRawPointer

  typealias NewLoader =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<Failure?>
    ) -> Loader?
  typealias Write =
    @convention(c) (
      Loader, UnsafePointer<UInt8>, Int, UnsafeMutablePointer<Failure?>
    ) -> Int32
  typealias Close = @convention(c) (Loader, UnsafeMutablePointer<Failure?>) -> Int32
  typealias Picture = @convention(c) (Loader) -> Pixbuf?
  typealias SetSize = @convention(c) (Loader, Int32, Int32) -> Void
  typealias SizeKnown = @convention(c) (Loader, Int32, Int32, UnsafeMutableRawPointer?) -> Void
  typealias Connect =
    @convention(c) (
      Loader, UnsafePointer<CChar>, SizeKnown, UnsafeMutableRawPointer?, OpaquePointer?, UInt32
    ) -> UInt
  typealias RowsDrawn =
    @convention(c) (
      Loader, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer?
    ) -> Void
  /// The same function for a signal with other arguments.
  typealias Listen =
    @convention(c) (
      Loader, UnsafePointer<CChar>, RowsDrawn, UnsafeMutableRawPointer?, OpaquePointer?, UInt32
    ) -> UInt
  typealias Quark = @convention(c) () -> UInt32
  typealias RemoveOption = @convention(c) (Pixbuf, UnsafePointer<CChar>) -> Int32
  /// An existing option stays.
  typealias SetOption =
    @convention(c) (
      Pixbuf, UnsafePointer<CChar>, UnsafePointer<CChar>
    ) -> Int32
  typealias Orient = @convention(c) (Pixbuf) -> Pixbuf?
  typealias Measure = @convention(c) (Pixbuf) -> Int32
  typealias Pixels = @convention(c) (Pixbuf) -> UnsafePointer<UInt8>?
  typealias NewPixbuf = @convention(c) (Int32, Int32, Int32, Int32, Int32) -> Pixbuf?
  typealias Composite =
    @convention(c) (
      Pixbuf, Pixbuf, Int32, Int32, Int32, Int32, Double, Double, Double, Double,
      Int32, Int32, Int32, Int32, Int32, UInt32, UInt32
    ) -> Void

  let newLoader: NewLoader
  let write: Write
  let close: Close
  let picture: Picture
  let setSize: SetSize
  let connect: Connect
  let listen: Listen
  let errorDomain: Quark
  let setOption: SetOption
  let removeOption: RemoveOption
  let orient: Orient
  let width: Measure
  let height: Measure
  let newPixbuf: NewPixbuf
  let composite: Composite
  let rowLength: Measure
  let channels: Measure
  let pixels: Pixels

  /// Nil if the library is not installed or lacks a function.
  init?() {
    guard let handle = unsafe dlopen("libgdk_pixbuf-2.0.so.0", RTLD_LAZY | RTLD_LOCAL) else {
      return nil
    }
    // The handle also finds symbols of GObject, a dependency of the library.
    func symbol<Function>(_ name: String) -> Function? {
      unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: Function.self) }
    }
    guard
      let newLoader: NewLoader = unsafe symbol("gdk_pixbuf_loader_new_with_type"),
      let write: Write = unsafe symbol("gdk_pixbuf_loader_write"),
      let close: Close = unsafe symbol("gdk_pixbuf_loader_close"),
      let picture: Picture = unsafe symbol("gdk_pixbuf_loader_get_pixbuf"),
      let setSize: SetSize = unsafe symbol("gdk_pixbuf_loader_set_size"),
      let connect: Connect = unsafe symbol("g_signal_connect_data"),
      let listen: Listen = unsafe symbol("g_signal_connect_data"),
      let errorDomain: Quark = symbol("gdk_pixbuf_error_quark"),
      let setOption: SetOption = unsafe symbol("gdk_pixbuf_set_option"),
      let removeOption: RemoveOption = unsafe symbol("gdk_pixbuf_remove_option"),
      let orient: Orient = unsafe symbol("gdk_pixbuf_apply_embedded_orientation"),
      let width: Measure = unsafe symbol("gdk_pixbuf_get_width"),
      let height: Measure = unsafe symbol("gdk_pixbuf_get_height"),
      let newPixbuf: NewPixbuf = unsafe symbol("gdk_pixbuf_new"),
      let composite: Composite = unsafe symbol("gdk_pixbuf_composite_color"),
      let rowLength: Measure = unsafe symbol("gdk_pixbuf_get_rowstride"),
      let channels: Measure = unsafe symbol("gdk_pixbuf_get_n_channels"),
      let pixels: Pixels = unsafe symbol("gdk_pixbuf_get_pixels")
    else { return nil }
    unsafe self.newLoader = newLoader
    unsafe self.write = write
    unsafe self.close = close
    unsafe self.picture = picture
    unsafe self.setSize = setSize
    unsafe (self.connect, self.listen) = (connect, listen)
    unsafe self.errorDomain = errorDomain
    unsafe (self.setOption, self.removeOption, self.orient) = (setOption, removeOption, orient)
    unsafe (self.width, self.height) = (width, height)
    unsafe self.newPixbuf = newPixbuf
    unsafe self.composite = composite
    unsafe self.rowLength = rowLength
    unsafe (self.channels, self.pixels) = (channels, pixels)
  }
}
