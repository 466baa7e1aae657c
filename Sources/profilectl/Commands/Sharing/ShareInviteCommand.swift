import CommandLine
import Files
import Model
import Rendering
import Services
import Sharing
import Storage
import Terminal

/// `share invite`: makes an invitation for one machine.
struct ShareInviteCommand: DeclaredCommand {
  static let name = "share invite"
  private static let user = Operand(
    optional: .handle, "The user to invite; another machine of your own by default.")
  private static let keeper = Switch("keeper", "Make the invited user a keeper.")
  private static let output = Option<String?>(
    "output", .file, "Write the invitation to this file.")

  static let declaration = Declaration(
    name, "Make an invitation for one machine.",
    discussion: """
      An invitation is one line of text. It lets one machine join: a new member's, an existing \
      user's, or another one of yours. Only keepers invite other people. Another machine of a \
      keeper's own is a keeper's, too; for anybody else, --keeper needs the recovery code.

      Anyone who has the invitation can join as that user and read everything that is shared, so \
      send it in private. The file gets mode 0600, standard output too if it is a file. On a \
      terminal, the command asks before it replaces a file; elsewhere it needs --yes.
      """,
    group: .sharing, operands: [user.shape],
    options: [keeper.shape, CommandContext.recovery.shape, output.shape],
    fields: RecordKind.invitation.keys, standsAlone: true,
    examples: [
      .init("profilectl share invite bob > bob.invitation", "a member"),
      .init("profilectl share invite --output kitchen.invitation", "another machine of your own"),
      .init("profilectl share invite carol --keeper --recovery code.txt", "a second keeper"),
    ])

  private let user: Handle?
  private let isKeeper: Bool
  private let recovery: String?
  private let path: String?

  init(_ parsed: Parsed) throws {
    user = try parsed.value(of: Self.user)
    isKeeper = parsed.value(of: Self.keeper)
    recovery = try parsed.value(of: CommandContext.recovery)
    path = try parsed.value(of: Self.output)
    if recovery != nil, !isKeeper {
      throw UsageError(
        .onlyWith(option: CommandContext.recovery.shape.spelled, other: Self.keeper.shape.spelled))
    }
  }

  func run(in context: CommandContext) throws -> CommandResult {
    try context.expectOnDisk(Self.name)
    let service = try context.signing()
    let viewer = try context.requiredUser().handle
    let path = path.map(context.environment.path)
    if let path, try replaces(path, in: context), !context.isConfirmed {
      return .asking(.replacing(path), "Replace '\(SafeText(path))'?")
    }
    let code = try recovery.map(context.recoveryCode)
    if path == nil {
      try context.exchanging { try Descriptor.closeStandardOutputToOthers() }
    }
    let invited = try context.exchanging {
      try service.invite(user, as: viewer, asKeeper: isKeeper, code: code)
    }
    if let path {
      try saving {
        try context.exchanging {
          try WholeFile.replace(path, with: Array("\(invited.invitation.text)\n".utf8))
        }
      }
    }
    return try answer(invited, at: path, in: context)
  }

  /// Whether a file would be replaced; throws if no file can be made there.
  private func replaces(_ path: String, in context: CommandContext) throws -> Bool {
    try context.network().file.checkIsApart(path)
    if let stamp = FileStamp(following: path) {
      if !stamp.isRegular { throw SharedFileError(FileError(path, .make, .notPlain)) }
      return true
    }
    let folder = FolderNames.folder(of: path)
    if !FolderNames.isFolder(folder) {
      throw ServiceError.storage(.target(path: path, .folderMissing))
    }
    return false
  }

  private func answer(
    _ invited: Invited, at path: String?, in context: CommandContext
  ) throws -> CommandResult {
    let invitation = invited.invitation
    let record = Record(
      .invitation,
      [
        .string(invitation.network.hexadecimal), .string(invitation.name),
        .string(invitation.handle.text), .string(invited.role.rawValue),
        .string(invited.key.hexadecimal), path == nil ? .string(invitation.text) : .null,
        .text(path),
      ])
    let handle = SafeText(invitation.handle)
    if let path {
      return try Confirmation(context).answer(record) { _ in
        Output(
          "The invitation of \(handle) is in '\(SafeText(path))'. Send it in private: "
            + "anyone who has it can join as \(handle).\n")
      }
    }
    try saving {
      try context.answer(record) { _ in Output(ours: "\(invitation.text)\n") }
      try context.remark("Send it in private: anyone who has it can join as \(handle).")
    }
    return CommandResult(saved: .all)
  }
}
