internal import Glibc

/// Limits this process before it reads the picture.
enum Confinement {
  /// The limit of the header too; the decoder may find another size.
  static let byteCount = 64 << 20
  static let pixelCount = 100_000_000

  /// Processor time; the system kills the process a second later.
  private static let seconds: rlim_t = 5
  private static let memory: rlim_t = 512 << 20
  /// Enough for the decoder's list of loaders and one loader.
  private static let descriptors: rlim_t = 32

  static func begin() {
    limit(RLIMIT_AS, to: memory, atMost: memory)
    limit(RLIMIT_DATA, to: memory, atMost: memory)
    limit(RLIMIT_CPU, to: seconds, atMost: seconds + 1)
    limit(RLIMIT_NOFILE, to: descriptors, atMost: descriptors)
    limit(
      RLIMIT_FSIZE, to: rlim_t(ThumbnailPixels.byteCount), atMost: rlim_t(ThumbnailPixels.byteCount)
    )
    limit(RLIMIT_CORE, to: 0, atMost: 0)
    renounce()
  }

  /// Wraps setrlimit(2); keeps stricter limits.
  private static func limit(_ resource: __rlimit_resource, to soft: rlim_t, atMost hard: rlim_t) {
    var given = rlimit()
    unsafe getrlimit(Int32(resource.rawValue), &given)
    var wanted = rlimit(rlim_cur: min(soft, given.rlim_max), rlim_max: min(hard, given.rlim_max))
    unsafe setrlimit(Int32(resource.rawValue), &wanted)
  }

  /// Wraps prctl(2), a variadic function that Swift can't import.
  private static func renounce() {
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    guard let symbol = unsafe dlsym(nil, "prctl") else { return }
    let control = unsafe unsafeBitCast(symbol, to: Control.self)
    // PR_SET_NO_NEW_PRIVS: no program started from here gains privileges.
    _ = control(38, 1, 0, 0, 0)
    // PR_SET_DUMPABLE: no other process reads its memory.
    _ = control(4, 0, 0, 0, 0)
    // PR_SET_PDEATHSIG: it ends with its parent.
    _ = control(1, UInt(SIGKILL), 0, 0, 0)
  }
}
