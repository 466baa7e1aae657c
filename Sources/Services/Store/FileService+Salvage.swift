package import Model
internal import SQLite

extension FileService {
  /// Reads whatever can be read of the file at `path` into a new one at `target`; the old one is
  /// only read.
  ///
  /// It gives back what could not be kept, or not as it was.
  package static func salvage(
    _ path: String, to target: String, isRehearsal: Bool = false, patience: Patience,
    interrupts: Interrupts = Interrupts()
  ) throws(ServiceError) -> [Finding] {
    try translatingErrors {
      let pages = try PageFile(path, wait: patience.duration, unless: interrupts.isAsked)
      let faults = try Writer.fill(
        newFileAt: target, isRehearsal: isRehearsal, patience: patience, interrupts: interrupts
      ) { writing in
        do {
          let salvage = try Salvage(pages, into: writing, unless: interrupts.isAsked)
          if let faults = try salvage.run() { return faults }
          throw ServiceError.file(pages.isMarked(as: Schema.identity) ? .lost : .foreign)
        } catch let error as DatabaseError {
          // Of the file that is read: the other one answers with what SQLite says.
          throw ServiceError(error)
        }
      }
      return faults.map { Finding($0) }
    }
  }
}
