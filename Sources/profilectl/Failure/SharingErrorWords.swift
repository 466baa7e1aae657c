import CommandLine
import Files
import Model
import Sharing
import Storage
import Terminal

/// An error of a folder or file that a command for shared networks was given.
struct SharedFileError: Error {
  let error: FileError
  /// Whether the folder was read all the same.
  let wasRead: Bool

  init(_ error: FileError, wasRead: Bool = false) {
    (self.error, self.wasRead) = (error, wasRead)
  }
}

/// Words for what a shared network does not allow, and for the files of its exchange.
struct SharingErrorWords {
  private let context: FailureContext

  init(_ context: FailureContext) {
    self.context = context
  }

  func failure(for refusal: StorageError.SharingRefusal) -> Failure {
    switch refusal {
    case .notShared:
      Failure(
        .notShared, "\(database) is not shared.", hint: .question(["share", "start", "--help"]),
        input: context.database?.shown)
    case .alreadyShared:
      Failure(
        .alreadyShared, "\(database) is shared already.", hint: .command(["share"]),
        input: context.database?.shown)
    case .badRecovery:
      Failure(
        .badRecovery,
        "The recovery code is mistyped or belongs to another network.", hint: .command(["share"]))
    case .needsRecovery:
      UsageErrorWords(in: context).failure(
        "Changing a keeper's key needs the recovery code: add --recovery.")
    case .noFolder:
      UsageErrorWords(in: context).failure(
        context.line.origin.isInBrowser
          ? "No folder is remembered from an earlier sync: type :sync and a folder."
          : "No folder is remembered from an earlier sync, so name one.")
    case .noSuchKey(let key):
      Failure(
        .noSuchKey, "There is no key \(quoted(key)).", hint: .command(["share", "keys"]),
        input: key)
    case .ambiguousKey(let key, let candidates):
      Failure(
        .ambiguous,
        "The key \(quoted(key)) may be \(Phrases.alternatives(candidates.map(shown))).",
        hint: .command(["share", "keys"]), input: key)
    default: failure(ofJoining: refusal) ?? failure(forKeyOf: refusal)
    }
  }

  /// Nil for another refusal than those of `share join`.
  private func failure(ofJoining refusal: StorageError.SharingRefusal) -> Failure? {
    switch refusal {
    case .badInvitation:
      Failure(.badInvitation, "This is no invitation, or it is damaged.", hint: invite)
    case .usedInvitation:
      Failure(
        .usedInvitation, "The invitation is revoked, or another machine has used it.",
        hint: invite)
    case .nothingShared(let folder):
      Failure(
        .nothingShared,
        "The folder \(quoted(folder)) has nothing of this network yet. Ask a member to run "
          + "'profilectl sync' with it.",
        hint: .other(["ls"], about: [folder]), input: folder)
    case .invitationNotSent(let folder):
      Failure(
        .nothingShared,
        "The folder \(quoted(folder)) does not have this invitation yet. Ask the inviter to run "
          + "'profilectl sync'.",
        hint: .other(["ls"], about: [folder]), input: folder)
    case .noSuchUser(let user):
      Failure(
        .noSuchUser, "The network in the folder has no user '\(user.shown)'.", hint: nil,
        input: user.text)
    default: nil
    }
  }

  private var database: String {
    context.database.map { "The network in \(quoted($0.shown))" } ?? "The network"
  }

  private var invite: Hint { .question(["share", "invite", "--help"]) }

  private func failure(forKeyOf refusal: StorageError.SharingRefusal) -> Failure {
    switch refusal {
    case .noKey(let user, let network):
      Failure(
        .noKey, "This machine has no key of @\(user.shown) in \"\(shown(network))\".",
        hint: invite, input: user.text)
    case .noKeyHere(let network):
      Failure(.noKey, "This machine has no key in \"\(shown(network))\".", hint: invite)
    case .otherKeeper(let user):
      Failure(
        .notKeeper,
        "@\(user.shown) is a keeper, whom no other keeper can delete; only the recovery code can "
          + "revoke their key.",
        hint: .command(["share"]), input: user.text)
    case .noSuchBundle(let bundle):
      Failure(
        .noSuchKey, "This copy has no bundle \(quoted(bundle)) of the key.",
        hint: .command(["share", "keys"]), input: bundle)
    case .writtenByOthers(let path): failure(forWritableBy: path)
    case .keyFile(let path):
      Failure(
        .badConfig, "The key file \(quoted(path)) is damaged.", hint: .attributes(of: path),
        input: path)
    default:
      Failure(
        .notKeeper, "Only a keeper of the network may do that, with a key on this machine.",
        hint: .command(["share"]))
    }
  }

  private func failure(forWritableBy path: String) -> Failure {
    if FileStamp(following: path)?.isOwn == false {
      return Failure(
        .notPermitted,
        "\(quoted(path)) belongs to another account, so its changes are not signed.",
        hint: .attributes(of: path), input: path)
    }
    return Failure(
      .notPermitted, "\(quoted(path)) may be written by others, so its changes are not signed.",
      hint: .other(["chmod", "go-w"], about: [path]), input: path)
  }

  // MARK: Files

  func failure(for error: KeyFileError) -> Failure {
    switch error {
    case .damaged(let path): failure(for: .keyFile(path: path))
    case .file(let error): FileErrorWords.failure(for: error)
    }
  }

  func failure(for error: SharedFileError) -> Failure {
    let (path, wasRead) = (error.error.path, error.wasRead)
    let error = error.error
    if error.isMissing, !wasRead {
      return Failure(
        .fileMissing, "There is no file or folder \(quoted(path)).", hint: .look(for: path),
        input: path)
    }
    switch error.reason {
    case .notPlain where error.operation == .make:
      return Failure(
        .cannotCreate, "\(quoted(path)) \(Phrases.notPlain).", hint: .attributes(of: path),
        input: path)
    case .notPlain, .tooLarge, .excluded:
      return Failure(
        .badInvitation, "\(quoted(path)) is no invitation or recovery code.",
        hint: .attributes(of: path), input: path)
    case .system: break
    }
    let code: ErrorCode =
      error.isReadOnlyDisk
      ? .readOnly : error.isFullDisk ? .diskFull : error.isPermission ? .notPermitted : .ioError
    let sentence =
      wasRead
      ? "\(quoted(path)) can't be written: \(error.words). The folder was read all the same."
      : "\(quoted(path)) can't be used: \(error.words)."
    return Failure(
      code, sentence, hint: error.isFullDisk ? .diskSpace : .look(at: path), input: path)
  }
}
