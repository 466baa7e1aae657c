import Foundation

/// A pseudo-terminal of 132 by 43 cells.
enum TestTerminal {
  /// Opens both ends: `side` for the program, `holder` for the test.
  static func open() throws -> (holder: Int32, side: Int32) {
    let holder = Glibc.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var unlocked: Int32 = 0
    var number: Int32 = 0
    // TIOCSPTLCK and TIOCGPTN: ioctl_tty(2).
    guard ioctl(holder, 0x4004_5431, &unlocked) == 0, ioctl(holder, 0x8004_5430, &number) == 0
    else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    let side = Glibc.open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    var window = winsize(ws_row: 43, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
    guard side >= 0, ioctl(side, UInt(TIOCSWINSZ), &window) == 0
    else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    return (holder, side)
  }
}
