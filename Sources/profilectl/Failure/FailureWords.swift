import CommandLine
import Exchange
import Files
import Model
import Services
import Sharing
import Terminal

/// Makes the failure that is reported from an error of any layer.
enum FailureWords {
  /// The failure for an error; its hint names the database and the user of the line.
  static func failure(for error: any Error, in context: FailureContext) -> Failure {
    var failure = plainFailure(for: error, in: context)
    failure.hint = failure.hint?.within(context)
    return failure
  }

  private static func plainFailure(for error: any Error, in context: FailureContext) -> Failure {
    switch error {
    case let error as Failure: error
    case let error as ParseError: UsageErrorWords(of: error, in: context).failure
    case let error as UsageError: plainFailure(for: context.fixing(error), in: context)
    case let error as RefusedValue: plainFailure(for: context.fixing(error), in: context)
    case let error as SeedOrder.Impossibility:
      UsageErrorWords(in: context).failure(ValueWords.sentence(for: error))
    case let error as RuleBreach: ValueWords.failure(for: error)
    case let error as PostError: PostErrorWords.failure(for: error, in: context)
    case let error as ServiceError: ServiceErrorWords(context).failure(for: error)
    case let error as ConsoleError: StreamErrorWords.failure(for: error, saved: context.saved)
    case let error as InputError:
      StreamErrorWords.failure(for: error, isPlaced: context.line.place != nil)
    case let error as LineSplitter.SplitError: UsageErrorWords(in: context).failure(for: error)
    case let error as ScriptError: FileErrorWords.failure(for: error)
    case let error as FileError: FileErrorWords.failure(for: error)
    case let error as SharedFileError: SharingErrorWords(context).failure(for: error)
    case let error as KeyFileError: SharingErrorWords(context).failure(for: error)
    case let error as ExchangeError: ExchangeErrorWords(context).failure(for: error)
    case let error as PictureFileError: PictureErrorWords.failure(for: error)
    case let error as HomeUnknown:
      Failure(
        .badConfig, "Neither HOME nor \(error.instead) says where files of your own go.",
        hint: .help("environment"), input: error.instead)
    case let error as Environment.NotText:
      Failure(
        .badConfig, "The environment variable \(error.name) is not valid UTF-8.",
        hint: .help("environment"), input: error.name)
    case let error as ConfigurationMistake: ConfigurationWords(context).failure(for: error)
    case let error as ConfigurationError:
      ConfigurationWords(context).failure(for: error.line, in: error.path)
    case let error as RefusedVariable: UsageErrorWords(in: context).failure(for: error)
    case let error as FaultsFound: StorageErrorWords(context).failure(for: error)
    default: bug("\(type(of: error))")
    }
  }

  static func bug(_ description: String) -> Failure {
    Failure(
      .internal, "Internal error: \(shown(description)). Please report it.",
      hint: .question(["--version"]))
  }
}

/// Words for streams that fail.
enum StreamErrorWords {
  static func failure(for error: ConsoleError, saved: SavedPart) -> Failure {
    let (stream, reason) =
      switch error {
      case .closedPipe(let stream): (stream, "its reader has gone")
      case .interrupted(let stream): (stream, "its reader does not read")
      case .failed(let stream, let code): (stream, FileError.words(for: code))
      }
    if stream == .input {
      return Failure(.ioError, "Standard input could not be read: \(reason).")
    }
    let lost = saved == .all ? "Saved, but the confirmation" : "The answer"
    return Failure(.outputFailed, "\(lost) could not be written: \(reason).")
  }

  /// The words for an input error; in a script, its place precedes the message and gives the line.
  static func failure(for error: InputError, isPlaced: Bool) -> Failure {
    switch error {
    case .lineTooLong(let line, let limit):
      Failure(
        .badLine,
        "\(name(ofLine: line, isPlaced)) is longer than \(Phrases.count(limit, "byte")).")
    case .endlessLine(let line, let limit):
      Failure(
        .badLine,
        "\(name(ofLine: line, isPlaced)) has no end within \(Phrases.count(limit, "byte")); "
          + "no more was read.")
    case .tooLong(let limit):
      Failure(.badValue, "Standard input is larger than \(Phrases.count(limit, "byte")).")
    case .failed(let code):
      Failure(
        .ioError,
        "\(isPlaced ? "The script" : "Standard input") could not be read: "
          + "\(FileError.words(for: code)).")
    }
  }

  private static func name(ofLine line: Int, _ isPlaced: Bool) -> String {
    isPlaced ? "The line" : "Line \(line) of standard input"
  }
}
