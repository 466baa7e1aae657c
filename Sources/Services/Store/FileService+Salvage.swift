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
      try DatabaseFile.checkFree(target)
      let file: DatabaseFile
      do throws(DatabaseError) {
        file = try DatabaseFile.createScratch(
          beside: target, as: Schema.identity, wait: patience.duration)
      } catch {
        throw TargetError(path: target, error)
      }
      let writer = Writer(file: file, patience: patience, interrupts: interrupts)
      let faults = try writer.together { writing in
        let salvage = try Salvage(pages, into: writing, unless: interrupts.isAsked)
        if let faults = try salvage.run() { return faults }
        throw ServiceError.file(pages.isMarked(as: Schema.identity) ? .lost : .foreign)
      }
      writer.close()
      if !isRehearsal { try file.takePlace(target, unless: interrupts.isAsked) }
      return faults.map { Finding($0) }
    }
  }
}
