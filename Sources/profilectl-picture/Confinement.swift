internal import CPictures
internal import Glibc

/// Limits this process before it reads the picture.
enum Confinement {
  /// The limit of `PictureHeader` too, because the decoder may find another size than the header.
  static let byteCount = 64 << 20
  static let pixelCount = 100_000_000

  /// Processor time; the system kills the process a second later.
  private static let seconds: rlim_t = 5
  private static let memory: rlim_t = 512 << 20
  /// The standard streams and a few more.
  private static let descriptors: rlim_t = 8

  static func begin() {
    limit(RLIMIT_AS, to: memory, atMost: memory)
    limit(RLIMIT_DATA, to: memory, atMost: memory)
    limit(RLIMIT_CPU, to: seconds, atMost: seconds + 1)
    limit(RLIMIT_NOFILE, to: descriptors, atMost: descriptors)
    let output = rlim_t(ScaledPicture.mostBytes)
    limit(RLIMIT_FSIZE, to: output, atMost: output)
    limit(RLIMIT_CORE, to: 0, atMost: 0)
    // If this fails, the process must not read the picture.
    if cpictures_drop_rights() != 0 { ChildExit.unconfined.leave() }
  }

  /// Wraps setrlimit(2); keeps stricter limits.
  private static func limit(_ resource: __rlimit_resource, to soft: rlim_t, atMost hard: rlim_t) {
    var given = rlimit()
    unsafe getrlimit(Int32(resource.rawValue), &given)
    var wanted = rlimit(rlim_cur: min(soft, given.rlim_max), rlim_max: min(hard, given.rlim_max))
    if unsafe setrlimit(Int32(resource.rawValue), &wanted) != 0 { ChildExit.unconfined.leave() }
  }
}
