package import Files

/// The reason why an import or an export failed.
package enum ExchangeError: Error, Equatable, Sendable {
  /// An archive or a file is damaged, encrypted, or over a bound.
  case badArchive(InputPosition, ArchiveFault)
  /// The content fits no format, or several, which are named.
  case unknownFormat(path: String, fitting: [String])
  /// The content is known, and can't be imported.
  case unsupported(path: String, UnsupportedContent)
  case file(FileError)
  /// The folder for temporary files can't be used.
  case temporaryFolder(String, FileError)
  /// An export can't be written; `old` is the file or folder that it was to replace, unchanged.
  case export(FileError, old: FileStamp?)
  /// An export can't have this path, because of what is there.
  case occupied(path: String, TargetObstacle)
  /// A record breaks a rule; nothing is saved.
  case refused(RecordRefusal)
  /// The owner of an archive has the handle of a user without this origin.
  case userExists(handle: String)
  /// Neither the archive nor the caller names an owner.
  case noOwner
  /// The caller asked to stop.
  case interrupted
}

/// The kind of file that an export does not replace.
package enum TargetObstacle: Equatable, Sendable {
  case link
  /// Instead of a file, a folder, a pipe, a socket or a device.
  case notPlain
  /// Instead of a folder, a file, a pipe, a socket or a device.
  case noFolder
  /// A folder with other files than those of an export.
  case otherFolder
}

/// A reason why content can't be imported.
package enum UnsupportedContent: Equatable, Sendable {
  /// An export as tables.
  case exportedTables
  /// An export that a browser shows.
  case webPages
  /// An archive within a folder or an archive.
  case innerArchive(String)
  /// No record is of the format that the caller named.
  case noRecord(of: String)
}

/// A fault in an archive or in the text of a file.
package enum ArchiveFault: Equatable, Sendable {
  /// The file ends too early.
  case cut
  /// A part contradicts the format, which is named.
  case damaged(String)
  case wrongChecksum
  case encrypted
  /// A compression method of a zip other than stored and deflate.
  case method(Int)
  /// The bytes from an offset within the line are not valid UTF-8.
  case notUTF8(byte: Int)
  /// The text declares an encoding other than UTF-8.
  case encoding(String)
  case over(Bound)
  /// The archive names records, and none could be read.
  case nothingRead
  /// An archive on standard input: its directory is at its end.
  case notSeekable
  /// A stream, whose content is needed more than once.
  case readTwice
}

/// The bounds of an input, so that no file can use up memory or time.
package enum Bound: String, Equatable, Sendable {
  case nesting = "64 levels of nesting"
  case string = "16 MiB in one string"
  case content = "96 MiB in one picture"
  case line = "16 MiB in one line"
  case tag = "256 KiB in one tag"
  case number = "64 digits in one number"
  case record = "32 MiB in one record"
  case block = "2 MiB in one block"
  case nodes = "1 MiB of nodes above each other"
  case values = "65,536 values in one block"
  case kept = "32 MiB of names and texts that are kept in memory"
  case entries = "1,000,000 entries"
  case names = "16 MiB of names"
  /// Entries have bytes in common with each other or with the directory.
  case overlap
  /// An entry is larger than the archive.
  case entrySize
  case ratio = "1,100 times the size of the file"
  case unpacked = "64 GiB unpacked"
}

/// A position in the input, written as `PATH:LINE`, `PATH:LINE:COLUMN` or `ARCHIVE!NAME:LINE`.
package struct InputPosition: Equatable, Sendable, CustomStringConvertible {
  package let path: String
  package var line: Int?
  package var column: Int?

  package init(_ path: String, line: Int? = nil, column: Int? = nil) {
    self.path = path
    self.line = line
    self.column = column
  }

  package var description: String {
    [path, line.map(String.init), column.map(String.init)].compactMap(\.self).joined(separator: ":")
  }
}

/// A refused record: its place, the reason, and up to 200 characters of it.
package struct RecordRefusal: Error, Equatable, Sendable {
  package enum Reason: String, Sendable {
    case badRecord = "bad_record"
    case badTime = "bad_time"
    case badPicture = "bad_picture"
  }

  package let place: InputPosition
  package let reason: Reason
  package let detail: String

  package init(_ place: InputPosition, _ reason: Reason, _ detail: String) {
    self.place = place
    self.reason = reason
    self.detail = String(String.UnicodeScalarView(detail.unicodeScalars.prefix(200)))
  }
}
