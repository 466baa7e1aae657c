internal import Glibc

/// Why a call of the system failed.
struct Errno: Error, Equatable {
  let number: Int32

  static var last: Errno { Errno(number: errno) }

  /// The words of the system, `strerror`, as they stand within a sentence.
  var text: String {
    guard let words = unsafe strerror(number) else { return "error \(number)" }
    let text = unsafe String(cString: words)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Whether this process, or the whole system, has too many files open.
  var isLackOfDescriptors: Bool { [EMFILE, ENFILE].contains(number) }

  /// What it means for a database file that should be there.
  var asDatabaseError: DatabaseError {
    switch number {
    case ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG: .missing
    case EROFS: .readOnly
    case ENOSPC, EDQUOT: .diskFull(saved: .nothing)
    case EACCES, EPERM: .notPermitted
    case EMFILE, ENFILE: .tooManyFiles
    case ENOMEM: .memoryShort(saved: .nothing)
    default: .io(saved: .nothing)
    }
  }
}
