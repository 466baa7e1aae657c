import CommandLine
import Exchange
import Files
import Foundation
import Model
import Pictures
import Rendering
import Services
import Storage
import Support
import Terminal
import Testing

@testable import profilectl

@Suite struct FailureTests {
  private let context = FailureContext.sample(
    ["follow", "bob"], Self.declaration(of: "follow"), database: "/nowhere/ana/my net.db")

  private static func declaration(of name: String) -> Declaration? {
    AllCommands.list.catalog.declarations.first { $0.name == name }
  }

  /// Every failure under a heading, as text and as JSON.
  private func reports(_ errors: [any Error], in context: FailureContext) -> String {
    errors.map { error in
      let failure = FailureWords.failure(for: error, in: context)
      return "\(failure.text())\(failure.status.rawValue) \(failure.json)"
    }.joined(separator: "\n")
  }

  @Test func `usage errors are reported`() {
    let token = Token(bytes: Array("tpyed".utf8), position: 1)
    let complaints: [UsageError.Kind] = [
      .unknownCommand(nearest: "follow"), .unknownCommand(nearest: nil),
      .unknownTopic(nearest: "exit-codes"), .unknownTopic(nearest: nil),
      .unknownOption(name: "--limti", nearest: "--limit"),
      .unknownOption(name: "--tpyed", nearest: nil),
      .missingValue(option: "--limit", metavariable: "n"), .unexpectedValue(option: "--all"),
      .missingOperand("<user>"), .extraOperand, .dashNotAlone, .conflict("--all", "--limit"),
      .onlyForOne(option: "--name", operand: "<user>"),
      .onlyWith(option: "--alt", other: "--image"),
      .nothingAsked(["--name", "--bio", "--rename"]), .noFormat(option: "--to"),
      .needsFolder(format: "site"),
      .needsConfirmation(.deleting("#1, #2")),
      .needsConfirmation(.replacing("my copy.db")), .needsTerminal(instead: ["show"]),
      .needsCursor(instead: ["browse"]),
    ]
    Golden.expect(reports(complaints.map { UsageError($0, at: token) }, in: context))
  }

  @Test func `unreadable values are reported`() {
    let expectations: [ExpectedForm] = [
      .text(badByteAt: 3), .number(1...99), .postID, .lastingName,
      .choice(["auto", "never", "always"], nearest: "never"), .choice(["a"], nearest: nil),
      .field(typed: "nmae", known: ["username", "name"], nearest: "name"), .noFields,
      .time(nearest: nil), .time(nearest: "today"),
      .cursor, .file, .host,
    ]
    let errors = expectations.map {
      RefusedValue(input: "tpyed", parameter: "--option", reason: .unreadable($0))
    }
    Golden.expect(reports(errors, in: context))
  }

  @Test func `errors of pictures are reported`() {
    let unreadable: [FileError.Reason] = [
      .system(ENOENT), .notPlain, .tooLarge(limit: 64 << 20), .excluded, .system(EACCES),
      .system(EIO),
    ]
    let refused: [PictureError] = [
      .notAPicture, .tooManyBytes(70 << 20), .tooManyPixels(width: 30_000, height: 30_000),
      .truncated, .undecodable, .tooSlow, .tooMuchMemory, .decoderFailed,
    ]
    let unsaved = [EEXIST, ENOSPC, EACCES].map { FileError("out.png", .make, errno: $0) }
    let troubles =
      unreadable.map {
        PictureFileError.unreadable("my cat.png", FileError("my cat.png", .read, $0))
      }
      + refused.map { .refused("cat.png", $0) } + unsaved.map { .unsaved("out.png", $0) }
      + [.noPicture(Post.ID(42)), .refused("\u{1B}]0;title\u{7}", .notAPicture)]
    Golden.expect(reports(troubles, in: context))
  }

  @Test func `errors of archives and exports are reported`() {
    let place = InputPosition("/nowhere/a.zip!data.json", line: 3)
    let faults: [ArchiveFault] = [
      .cut, .damaged("its directory"), .wrongChecksum, .encrypted, .method(12), .notUTF8(byte: 7),
      .encoding("ISO-8859-1"),
      .over(.nesting), .over(.overlap), .over(.entrySize), .nothingRead, .readTwice, .notSeekable,
    ]
    let reasons: [RecordRefusal.Reason] = [.badRecord, .badTime, .badPicture]
    let obstacles: [TargetObstacle] = [.link, .notPlain, .noFolder, .otherFolder]
    let contents: [UnsupportedContent] = [
      .exportedTables, .webPages, .innerArchive("b.zip"), .noRecord(of: "mastodon"),
    ]
    let errors: [ExchangeError] =
      faults.map { .badArchive(place, $0) }
      + reasons.map { .refused(RecordRefusal(place, $0, "what")) }
      + obstacles.map { .occupied(path: "/nowhere/out", $0) } + [
        .unknownFormat(path: "/nowhere/a", fitting: []),
        .unknownFormat(path: "/nowhere/a", fitting: ["edges", "accounts"]),
        .userExists(handle: "alice"),
      ] + contents.map { .unsupported(path: "/nowhere/a", $0) }
    Golden.expect(reports(errors, in: context))
  }

  @Test func `reasons for missing pictures are reported`() {
    let hindrances: [DecoderUnavailable] = [
      .noChild, .notStarted(EAGAIN), .notStarted(ENOMEM), .notRunning, .ended, .memoryLimited,
      .dataLimited, .timeLimited,
    ]
    Golden.expect(
      hindrances.map {
        "\(PictureErrorWords.reason(for: $0).string): \(PictureErrorWords.remedy(for: $0)?.string ?? "-")\n"
      }.joined())
  }

  @Test func `breaches of rules are reported`() {
    let breaches = [
      RuleBreach(.handle, .empty), RuleBreach(.handle, .tooLong(limit: 30)),
      RuleBreach(.handle, .handleCharacters), RuleBreach(.handle, .handleDot),
      RuleBreach(.handle, .notUTF8(position: 2)), RuleBreach(.name, .tooLong(limit: 50)),
      RuleBreach(.name, .control(scalar: 0x0A, position: 4)),
      RuleBreach(.name, .control(scalar: 0x09, position: 4)),
      RuleBreach(.bio, .tooManyBytes(limit: 1_280)), RuleBreach(.bio, .notUTF8(position: 0)),
      RuleBreach(.text, .control(scalar: 0x1B, position: 7)),
      RuleBreach(.alt, .tooLong(limit: 1_000)), RuleBreach(.reason, .tooLong(limit: 160)),
    ]
    let typed = breaches.map {
      RefusedValue(input: "b\u{1B}d", parameter: "<user>", reason: .breach($0))
    }
    Golden.expect(reports(typed + breaches, in: context))
  }

  private static let storageErrors: [StorageError] = [
    .file(.missing), .file(.foreign), .file(.newer(version: 9)), .server(.unreachable),
    .server(.tooManyConnections), .server(.denied), .server(.noDatabase), .server(.noTLS),
    .server(.password), .server(.encoding("LATIN1")), .server(.certificate), .server(.settings),
    .server(.refused("57P03")), .server(.unfinished), .server(.badPlace(.malformed)),
    .server(.badPlace(.severalAts)), .server(.badPlace(.password)),
    .server(.badPlace(.parameter("options"))), .unsupported(.backup(to: "copy.db")),
    .unsupported(.salvage), .failed(.connection, saved: .nothing),
    .failed(.connection, saved: .unknown), .failed(.noAnswer, saved: .unknown),
    .file(.tampered),
    .file(.damaged), .file(.lost), .file(.notPermitted),
    .file(.obstructed(path: "/nowhere/ana/net.db-wal", by: .link)),
    .file(.obstructed(path: "/nowhere/ana/net.db-wal", by: .notRegular)),
    .file(.obstructed(path: "/nowhere/ana/net.db-wal", by: .ofAnother)),
    .file(.obstructed(path: "/nowhere/ana/net.db-lock", by: .foreign)),
    .file(.tooManyFiles),
    .file(.watchesUsedUp), .file(.readOnly),
    .file(.cannotCreate(.impossible("it is a link to nothing"))),
    .file(.cannotCreate(.folderMissing)),
    .file(.cannotCreate(.companion)),
    .failed(.moved, saved: .nothing), .failed(.moved, saved: .unknown),
    .busy(seconds: 30), .busy(seconds: 1),
    .failed(.diskFull, saved: .nothing),
    .failed(.diskFull, saved: .unknown), .failed(.system, saved: .nothing),
    .failed(.system, saved: .unknown), .failed(.memoryShort, saved: .nothing),
    .failed(.memoryShort, saved: .unknown),
    .target(path: "a b/x.db", .folderMissing),
    .target(path: "x.db-wal", .companion),
    .target(path: "x.db", .memoryShort), .noMomentLeft,
    .badQuery(.syntax(at: "FORM")),
    .badQuery(.unknown(.table, name: "user", near: "users")),
    .badQuery(.unknown(.function, name: "foo", near: nil)),
    .badQuery(.ambiguous(column: "id")),
    .badQuery(.misused(function: "sum")), .badQuery(.incomplete),
    .badQuery(.impossible),
    .badQuery(.notReading), .badQuery(.severalStatements),
    .badQuery(.noStatement),
    .badQuery(.holdsNUL), .badQuery(.forbidden),
    .badQuery(.noSuchPlace),
    .badQuery(.unequalColumns), .badQuery(.badJSON),
    .badQuery(.badWords), .badQuery(.tooLarge),
    .badQuery(.wrongKind),
    .foreignCursor(Cursor(.post, 7)), .internal("a count went below zero"),
  ]

  @Test func `refusals of the services are reported`() throws {
    let ana = try Handle("ana")
    let bob = try Handle("bob")
    let breach = RuleBreach(.bio, .tooLong(limit: 160))
    let errors: [ServiceError] =
      [
        .userExists(ana), .emptyPost,
        .noSuchUser(ana, near: bob), .noSuchUser(ana, near: nil), .noSuchPost(Post.ID(42)),
        .noPostNamed("ab12", isShared: true), .noPostNamed("ab12", isShared: false),
        .severalPostsNamed("ab12", [Post.ID(4), Post.ID(2)]),
        .notYours(.post(Post.ID(42), author: bob)), .notYours(.privateTab(bob)),
        .ownTarget(.follow), .ownTarget(.flag, Post.ID(1)), .noCurrentUser(.notChosen),
        .noCurrentUser(.gone),
      ] + Self.storageErrors.map(ServiceError.storage)
    Golden.expect(reports([breach] + errors, in: context))
  }

  @Test func `errors of streams and files are reported`() {
    let errors: [any Error] = [
      ConsoleError.closedPipe(.output), ConsoleError.failed(.output, errno: ENOSPC),
      ConsoleError.failed(.input, errno: EIO), InputError.lineTooLong(line: 3, limit: 100),
      InputError.tooLong(limit: 100), InputError.failed(errno: EISDIR),
      FileError("/s/session", .open, .notPlain),
      FileError("/s/session", .read, .tooLarge(limit: 100)),
      FileError("/s/session", .open, errno: EACCES),
      FileError("/s/session", .write, errno: ENOSPC), POSIXError(.EIO),
      ScriptError.noThread,
      RefusedVariable(
        refusal: RefusedValue(
          input: "noon", parameter: "PROFILECTL_NOW", reason: .unreadable(.time(nearest: nil)))),
      RefusedVariable(
        refusal: RefusedValue(
          input: "b d", parameter: "PROFILECTL_USER",
          reason: .breach(RuleBreach(.handle, .handleCharacters)))),
    ]
    var saved = context
    saved.saved = .all
    Golden.expect(
      reports(errors, in: context) + "\n" + reports([ConsoleError.closedPipe(.output)], in: saved))
  }

  @Test func `errors of a line are reported with its command`() {
    let lines = [
      ["folow", "bob"], ["timeline", "--limti"], ["timeline", "-n", "x"], ["--now", "?", "cache"],
    ]
    let report = lines.map { words -> String in
      do {
        guard
          case .command(let parsed) = try Parser(AllCommands.list.catalog).request(
            for: Token.list(words.map { Array($0.utf8) }), clock: .latest)
        else { return "" }
        _ = try AllCommands.list[parsed.declaration].command(parsed)
        return ""
      } catch {
        let context = FailureContext.sample(words, Self.declaration(of: "timeline"))
        return FailureWords.failure(for: error, in: context).text()
      }
    }
    Golden.expect(report.joined(separator: "\n"))
  }

  @Test func `errors of reads do not mention saving`() {
    var context = context
    context.writeScope = .nothing
    let errors: [ServiceError] = [
      .storage(.busy(seconds: 1)), .storage(.failed(.diskFull, saved: .nothing)),
      .storage(.failed(.sizeLimit, saved: .nothing)), .storage(.failed(.system, saved: .nothing)),
      .storage(.failed(.moved, saved: .nothing)), .storage(.file(.tooManyFiles)),
      .storage(.file(.readOnly)),
    ]
    for error in errors {
      let report = FailureWords.failure(for: error, in: context).message
      #expect(!report.contains("saved") && report.hasSuffix("."), "\(report)")
      let reportOfWrite = FailureWords.failure(for: error, in: self.context).message
      #expect(reportOfWrite.hasSuffix("; nothing was saved."), "\(reportOfWrite)")
    }
  }

  @Test func `a failed export speaks of an old folder only if it was to replace one`() {
    let message = { (old: FileStamp?) in
      let error = ExchangeError.export(FileError("/", .write, errno: EFBIG), old: old)
      return FailureWords.failure(for: error, in: context).message
    }
    #expect(message(FileStamp(of: "/")).hasSuffix(" The old folder is as it was."))
    #expect(message(nil).hasSuffix("the file would be too large."))
  }

  @Test func `nothing typed can move a terminal`() {
    let hostile = "\u{1B}]0;x\u{7}\u{9B}2J\u{202E}\u{200B}\u{E0041}\n"
    let token = Token(bytes: Array(hostile.utf8), position: 0)
    let context = FailureContext.sample([hostile], database: hostile)
    let errors: [any Error] = [
      UsageError(.unknownCommand(nearest: hostile), at: token),
      UsageError(.needsConfirmation(.replacing(hostile))), ServiceError.storage(.file(.damaged)),
      ServiceError.storage(.file(.readOnly)),
      ServiceError.storage(.internal(hostile)),
      ServiceError.storage(.badQuery(.syntax(at: hostile))),
      ServiceError.storage(.badQuery(.unknown(.column, name: hostile, near: hostile))),
      FileError(hostile, .open, .notPlain),
      RefusedValue(input: hostile, parameter: "--limit", reason: .unreadable(.number(1...2))),
    ]
    for error in errors {
      let failure = FailureWords.failure(for: error, in: context)
      let lines = failure.text().split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { SafeText(String($0)).string == $0 })
      let ascii = failure.text(isASCII: true).split(separator: "\n")
      #expect(ascii.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F) ~= $0 } })
    }
  }

  @Test func `a wrong value is reported with the corrected line`() {
    let error = RefusedValue(
      input: "nevr", parameter: "--color",
      reason: .unreadable(.choice(["auto", "never"], nearest: "never")))
    let hint = { (words: [String]) in
      FailureWords.failure(for: error, in: .sample(words)).hint?.line
    }
    #expect(hint(["show", "--color", "nevr"]) == "profilectl show --color never")
    #expect(hint(["show", "--color=nevr"]) == "profilectl show --color=never")
    #expect(hint(["show", "nevr", "--color", "nevr"]) == nil)
  }

  @Test func `a command that is refused on the surface is looked up`() {
    let error = UsageError(.unknownCommand(nearest: "repl"), at: .word("rpel"))
    let context = FailureContext.sample(["rpel"])
    #expect(FailureWords.failure(for: error, in: context).hint == .command(["repl"]))
    let prompt = FailureContext.sample(["rpel"], from: LineOrigin(isAtPrompt: true))
    #expect(FailureWords.failure(for: error, in: prompt).hint == .help("repl"))
  }

  @Test func `a text that begins with a dash is reported with the way to write it`() {
    let text = "-- x\nselect 1"
    let error = UsageError(
      .unknownOption(name: text, nearest: nil), at: Token(bytes: Array(text.utf8), position: 1))
    let context = FailureContext.sample(["sql", text], FileCommands.sql.declaration())
    let failure = FailureWords.failure(for: error, in: context)
    #expect(
      failure.message
        == "There is no option '-- x␊select 1' for 'sql'. After '--' no word is an option.")
    #expect(failure.hint == nil)
  }

  @Test func `long text is cut`() {
    let token = Token(bytes: Array(String(repeating: "x", count: 5_000).utf8), position: 0)
    let error = UsageError(.unknownCommand(nearest: nil), at: token)
    #expect(FailureWords.failure(for: error, in: context).message.count < 200)
  }

  @Test(arguments: [
    ("bob", "bob"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
    ("", "''"), ("$HOME", "'$HOME'"),
    ("--db=a", "--db=a"), ("~x", "'~x'"),
  ])
  func `a word is quoted as a shell reads it`(word: String, quoted: String) {
    #expect(ShellWord.quoted(word) == quoted)
    #expect(word.contains("'") || ShellWord.readable(word) == quoted)
  }

  @Test func `an apostrophe is easy to read`() {
    #expect(ShellWord.readable("it's") == "\"it's\"")
    #expect(ShellWord.readable("it's $5") == ShellWord.quoted("it's $5"))
  }

  @Test func `no text in an error's object moves a terminal`() {
    let failure = Failure(.noSuchUser, "x", input: "a\"\u{1B}\u{9B}\u{202E}ü")
    #expect(failure.json.hasSuffix(#""input":"a\"\u001b\u009b\u202eü"}}"# + "\n"))
  }

  @Test func `statuses are those of the contract`() {
    let statuses = Dictionary(grouping: ErrorCode.allCases, by: \.status.rawValue)
      .mapValues { $0.map(\.rawValue).sorted() }
    #expect(
      statuses == [
        64: ["usage"],
        65: [
          "already_shared", "bad_archive", "bad_invitation", "bad_line", "bad_picture",
          "bad_recovery", "bad_value", "database_damaged", "database_foreign", "database_newer",
          "database_older", "database_tampered", "empty_post", "migration_unfinished", "not_empty",
          "not_shared", "unknown_format", "used_invitation", "user_exists",
        ],
        66: ["database_missing", "file_missing", "nothing_shared"],
        67: ["ambiguous", "no_such_key", "no_such_post", "no_such_user"],
        70: ["internal"], 73: ["cannot_create"],
        74: ["database_moved", "disk_full", "io_error", "output_failed", "server_unreachable"],
        75: ["busy"],
        77: ["no_key", "not_keeper", "not_permitted", "not_yours", "read_only", "self"],
        78: ["bad_config", "no_current_user"],
      ])
  }

  @Test func `a signal has its status`() {
    #expect(ExitStatus(signal: SIGINT) == .interrupted)
    #expect(ExitStatus(signal: SIGTERM) == .terminated)
    #expect(ExitStatus(signal: SIGHUP) == .hangUp)
    #expect(ExitStatus(signal: SIGKILL) == nil)
  }
}

extension FailureContext {
  fileprivate static func sample(
    _ words: [String], _ declaration: Declaration? = nil, database: String? = nil,
    from origin: LineOrigin = LineOrigin(surface: .interactive)
  ) -> FailureContext {
    FailureContext(
      of: AllCommands.list.known,
      Line(Token.list(words.map { Array($0.utf8) }), from: origin, declaration: declaration),
      database: database.map { .init(path: $0, ownFolder: nil) })
  }
}
