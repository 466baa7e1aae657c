internal import Glibc

/// What this process takes from itself before it looks at a byte of the picture.
enum Confinement {
  /// The same as the header was held against; the decoder may see another size in the file.
  static let byteCount = 64 << 20
  static let pixelCount = 100_000_000

  /// Of processor time; a second later the process is ended in any case.
  private static let seconds: rlim_t = 5
  private static let memory: rlim_t = 512 << 20
  /// The decoder opens the list of its parts, and the part that it needs.
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

  /// Wraps setrlimit(2); a limit that is stricter already stays.
  private static func limit(_ resource: __rlimit_resource, to soft: rlim_t, atMost hard: rlim_t) {
    var given = rlimit()
    unsafe getrlimit(Int32(resource.rawValue), &given)
    var wanted = rlimit(rlim_cur: min(soft, given.rlim_max), rlim_max: min(hard, given.rlim_max))
    unsafe setrlimit(Int32(resource.rawValue), &wanted)
  }

  /// Wraps prctl(2), which Swift can't name because the number of its arguments varies.
  private static func renounce() {
    typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    guard let symbol = unsafe dlsym(nil, "prctl") else { return }
    let control = unsafe unsafeBitCast(symbol, to: Control.self)
    // PR_SET_NO_NEW_PRIVS: no program started from here gains rights.
    _ = control(38, 1, 0, 0, 0)
    // PR_SET_DUMPABLE: nobody looks into its memory.
    _ = control(4, 0, 0, 0, 0)
    // PR_SET_PDEATHSIG: it does not outlive who waits for it.
    _ = control(1, UInt(SIGKILL), 0, 0, 0)
  }
}
