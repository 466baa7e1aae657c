import CommandLine
import Model
import Rendering
import Sharing

/// `share`: prints facts about a shared network.
struct ShareCommand: DeclaredCommand {
  static let name = "share"
  static let declaration = Declaration(
    name, "Print facts about the shared network.",
    discussion: """
      In a shared network each machine has a file of its own, and changes travel as signed and \
      sealed files in any folder: on a USB stick, in a folder that a program synchronizes, or in one \
      that several accounts may write. 'share start' makes a network shared, 'share invite' \
      invites a machine, 'share join' makes its file, and 'sync' exchanges changes.

      The command prints these facts:
      - your role
      - how many people have a key, and how many have none
      - how many changes are not sent, and how much has not arrived
      - the folder and the time of the last sync
      - the digest, which is the same in two copies with the same content
      """,
    group: .sharing, writeScope: .nothing, fields: RecordKind.sharing.keys,
    examples: [
      .init("profilectl share", "the state of this copy"),
      .init("profilectl share --json --fields digest", "to compare two copies"),
    ])

  init(_ parsed: Parsed) throws {}

  func run(in context: CommandContext) throws -> CommandResult {
    let user = try context.actingUser()?.handle
    let service = try context.sharing()
    let facts = try context.exchanging { try service.facts(for: user) }
    let record = Record(
      .sharing,
      [
        .string(facts.network.hexadecimal), .string(facts.name), .text(user?.text),
        .text(facts.role?.rawValue), .count(facts.peopleWithKeys),
        .count(facts.peopleWithoutKeys), .count(facts.unsent), .count(facts.missingBundles),
        .count(facts.missingWords), .count(facts.missingPictures), .text(facts.folder),
        facts.syncedAt.map(JSONValue.time) ?? .null, .string(facts.digest.hexadecimal),
      ])
    try context.answer(record) { traits in
      traits.isTerminal
        ? KeyValueList(Self.summary(of: facts, for: user, in: traits)).output(in: traits)
        : KeyValueList(facts: record, in: traits).output(in: traits)
    }
    return CommandResult()
  }

  /// The facts as lines for a terminal, without counts of missing items that are 0.
  private static func summary(
    of facts: SharingService.Facts, for user: Handle?, in traits: Traits
  ) -> [KeyValueList.Pair] {
    let role: SafeText =
      switch (user, facts.role) {
      case (nil, _): "nobody is logged in"
      case (let user?, let role?): "\(SafeText(user)), \(SafeText(role.rawValue))"
      case (let user?, nil): "\(SafeText(user)), without a key on this machine"
      }
    let missing: [SafeText] = [
      (facts.missingBundles, "bundle"), (facts.missingPictures, "picture"),
      (facts.missingWords, "text"),
    ].filter { $0.0 > 0 }.map { SafeText(Phrases.count($0.0, $0.1)) }
    let folder: SafeText =
      switch (facts.folder, facts.syncedAt) {
      case (nil, _): "none yet: \(traits.program())sync <folder>"
      case (let folder?, nil): SafeText(folder)
      case (let folder?, let moment?):
        "\(SafeText(folder)), synced \(SafeText(RelativeTime.spoken(moment, in: traits)))"
      }
    let people: SafeText =
      "\(SafeText(Magnitude.exact(facts.peopleWithKeys))) with keys, "
      + "\(SafeText(Magnitude.exact(facts.peopleWithoutKeys))) without"
    return [
      .init("Network", SafeText(facts.name)), .init("You", role), .init("People", people),
      .init(
        "Not sent", facts.unsent == 0 ? "nothing" : SafeText(Phrases.count(facts.unsent, "change"))),
    ] + (missing.isEmpty ? [] : [.init("Not arrived", SafeText.joined(missing, by: ", "))]) + [
      .init("Folder", folder), .init("Digest", groups(of: facts.digest.hexadecimal)),
    ]
  }

  /// A digest in groups of eight digits, to be read aloud.
  private static func groups(of digest: String) -> SafeText {
    var groups: [Substring] = []
    var rest = digest[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(8))
      rest = rest.dropFirst(8)
    }
    return SafeText(groups.joined(separator: " "))
  }
}
