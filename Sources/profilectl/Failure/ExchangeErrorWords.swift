import CommandLine
import Exchange
import Files

/// Words for archives and files that can't be imported, and for exports that can't be written.
struct ExchangeErrorWords {
  private let context: FailureContext

  init(_ context: FailureContext) {
    self.context = context
  }

  func failure(for error: ExchangeError) -> Failure {
    switch error {
    case .badArchive(let place, let fault): failure(for: fault, at: place)
    case .unknownFormat(let path, let fitting):
      Failure(
        .unknownFormat,
        fitting.isEmpty
          ? "The format of \(quoted(path)) is not known. Name it with --from: "
            + "\(Phrases.alternatives(ImportFormat.all.map(\.name)))."
          : "\(quoted(path)) may be \(Phrases.alternatives(fitting)).",
        hint: fitting.first.flatMap { context.hint(applying: .addOption("--from", value: $0)) }
          ?? .question(["import", "--help"]),
        input: path)
    case .unsupported(let path, let content): failure(for: content, at: path)
    case .file(let error): failure(for: error)
    case .temporaryFolder(let folder, let error): failure(for: error, ofTemporary: folder)
    case .export(let error, let old): failure(forExport: error, replacing: old)
    case .occupied(let path, let obstacle):
      Failure(
        .cannotCreate, "\(quoted(path)) \(words(for: obstacle)).", hint: .look(at: path),
        input: path)
    case .refused(let refusal):
      Failure(
        .badLine, "\(shown(refusal.place.description)): \(words(for: refusal)). Nothing was saved.",
        hint: context.hint(applying: .addOption(WriteOptions.keepGoing.shape.spelled, value: nil)),
        input: refusal.detail)
    case .userExists(let handle):
      Failure(
        .userExists,
        "The handle '\(shown(handle))' is taken, perhaps by another person. "
          + "Use --into to import into that user.",
        hint: context.hint(applying: .addOption("--into", value: handle)),
        input: handle)
    case .noOwner: FailureWords.bug("an owner is missing")
    case .interrupted: FailureWords.bug("an import was given up without a signal")
    }
  }

  private func failure(for content: UnsupportedContent, at path: String) -> Failure {
    let help = Hint.question(["import", "--help"])
    let (words, hint): (String, Hint) =
      switch content {
      case .exportedTables:
        (
          ": csv tables can't be imported. "
            + "Export the network they come from with --to ndjson, and import that file.",
          .question(["export", "--help"])
        )
      case .webPages:
        (
          ": web pages can't be imported. "
            + "Ask the service for an export in JSON, and import that.", help
        )
      case .innerArchive(let name):
        (
          " contains the archive \(quoted(name)), which can't be read inside another input. "
            + "Unpack it and import it.", help
        )
      case .noRecord(let format):
        (
          " has no record of the format '\(format)'.",
          context.hint(applying: .removeOption("--from")) ?? help
        )
      }
    return Failure(.unknownFormat, quoted(path) + words, hint: hint, input: path)
  }

  private func failure(for error: FileError, ofTemporary folder: String) -> Failure {
    let ending = context.saved == .nothing ? " Nothing was saved." : ""
    return Failure(
      error.isFullDisk ? .diskFull : .cannotCreate,
      "\(quoted(folder)), the folder for temporary files, can't be used: \(error.words); "
        + "TMPDIR names another.\(ending)",
      hint: error.isFullDisk ? .diskSpace : .look(at: folder), input: folder)
  }

  private func failure(for fault: ArchiveFault, at place: InputPosition) -> Failure {
    let message = "\(quoted(place.description)) \(words(for: fault))."
    if [.notSeekable, .readTwice].contains(fault) {
      let hint = fault == .notSeekable ? Hint.command(["import", "archive.zip"]) : nil
      return UsageErrorWords(in: context).failure(message, hint, input: place.path)
    }
    return Failure(
      .badArchive, message, hint: place.path == "-" ? nil : .look(at: place.path),
      input: place.path)
  }

  private func failure(forExport error: FileError, replacing old: FileStamp?) -> Failure {
    let failure = failure(for: error)
    guard let old else { return failure }
    return failure.adding("The old \(old.isFolder ? "folder" : "file") is as it was.")
  }

  private func words(for obstacle: TargetObstacle) -> String {
    switch obstacle {
    case .link: "is a link, and is not followed"
    case .notPlain: Phrases.notPlain
    case .noFolder: "is not a folder"
    case .otherFolder: "has files that no export made; nothing was replaced"
    }
  }

  private func words(for refusal: RecordRefusal) -> String {
    switch refusal.reason {
    case .badRecord: "the record \(quoted(refusal.detail)) can't be read"
    case .badTime: "the time of \(quoted(refusal.detail)) can't be read"
    case .badPicture: "\(quoted(refusal.detail)) is not a picture that can be stored"
    }
  }

  private func words(for fault: ArchiveFault) -> String {
    switch fault {
    case .cut: "ends too early"
    case .damaged(let part): "is damaged (\(part))"
    case .wrongChecksum: "does not match its checksum"
    case .encrypted: "is encrypted"
    case .method(let number): "uses the unsupported zip method \(number)"
    case .notUTF8(let byte): "is not valid UTF-8 at byte \(byte)"
    case .encoding(let name): "is in \(shown(name)). Convert it to UTF-8, for example with iconv"
    case .over(.overlap): "has overlapping entries"
    case .over(.entrySize): "has an entry that is larger than the archive"
    case .over(let bound): "exceeds a limit: \(bound.rawValue)"
    case .nothingRead: "has no readable record"
    case .readTwice: "must be read twice: give a file instead of '-'"
    case .notSeekable: "is an archive, which is read from a file and not from standard input"
    }
  }

  private func failure(for error: FileError) -> Failure {
    let path = error.path
    if case .system = error.reason, [.make, .rename].contains(error.operation), !error.isFullDisk {
      return Failure(
        .cannotCreate, "\(quoted(path)) can't be made: \(error.words).", hint: .look(at: path),
        input: path)
    }
    if error.isMissing {
      return Failure(
        .fileMissing, "There is no file or folder \(quoted(path)).", hint: .look(for: path),
        input: path)
    }
    switch error.reason {
    case .excluded:
      return Failure(
        .badArchive, "\(quoted(path)) is the database itself.", hint: .look(at: path), input: path)
    case .notPlain:
      return Failure(
        .badArchive, "\(quoted(path)) \(Phrases.notPlain).", hint: .look(at: path), input: path)
    default: return FileErrorWords.failure(for: error)
    }
  }
}
