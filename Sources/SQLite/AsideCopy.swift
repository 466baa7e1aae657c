internal import CSQLite
internal import Glibc

/// A database and its log, copied as they were; gone with this value unless it is kept.
///
/// They grow under hidden names, so that whatever has the name of a copy is whole.
package final class AsideCopy {
  private let source: DatabasePath
  private let scratch: ScratchFolder
  /// The files that have their names.
  private var named: [String] = []
  private var isKept = false

  init(of source: DatabasePath) throws(Errno) {
    self.source = source
    scratch = try ScratchFolder(in: source.folder)
  }

  deinit {
    if !isKept { removeNamed() }
  }

  /// Whether there is a log that has its name beside it.
  package var hasLog: Bool { named.count > 1 }

  /// Where the database grows, and its log.
  var unfinished: DatabasePath { DatabasePath(scratch.file) }

  /// The first place beside a database that no copy has.
  ///
  /// An old log beside a new copy would be read as its own.
  static func place(beside source: DatabasePath) -> DatabasePath {
    var number = 1
    var place: DatabasePath { DatabasePath("\(source.file)-damaged-\(number)") }
    while place.all.contains(where: { FileStamp(of: $0) != nil }) { number += 1 }
    return place
  }

  /// Gives the copy its name, the log first; it is durable when this returns the path.
  package func takeName() throws(TargetError) -> String {
    while true {
      let target = AsideCopy.place(beside: source)
      do throws(Errno) {
        if FileStamp(of: unfinished.log) != nil { try name(unfinished.log, target.log) }
        try name(unfinished.file, target.file)
        let folder = try Descriptor(target.folder, O_RDONLY | O_DIRECTORY)
        guard fsync(folder.number) == 0 else { throw .last }
        return target.file
      } catch {
        removeNamed()
        // Somebody was quicker, and another is free.
        if error.number != EEXIST { throw TargetError(path: target.file, error) }
      }
    }
  }

  package func keep() {
    isKept = true
  }

  private func name(_ file: String, _ path: String) throws(Errno) {
    let number = unsafe csqlite_rename_if_free(file, path)
    guard number == 0 else { throw Errno(number: number) }
    named.append(path)
  }

  private func removeNamed() {
    for path in named { unsafe _ = unlink(path) }
    named = []
  }
}
