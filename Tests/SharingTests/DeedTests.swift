import Crypto
import Model
import Sharing
import Support
import Testing

@Suite struct DeedTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a deed is read as it was written`(seed: UInt64) {
    var deeds = RandomDeeds(seed: seed)
    let deed = deeds.next()
    #expect(DeedReading(line: deed.line, words: deed.wordsLine) == .deed(deed))
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a changed line never ends the program`(seed: UInt64) {
    var deeds = RandomDeeds(seed: seed)
    let deed = deeds.next()
    for line in [deed.line, deed.wordsLine ?? []] where !line.isEmpty {
      for _ in 0..<100 {
        var changed = line
        let place = Int.random(in: line.indices, using: &deeds.generator)
        changed[place] = UInt8.random(in: 0...255, using: &deeds.generator)
        _ = DeedReading(line: changed, words: deed.wordsLine)
        _ = DeedReading(line: deed.line, words: changed)
      }
    }
  }

  @Test func `keys have the order of the description, and nil is left out`() {
    let deed = Deed(
      .profile(ProfileChange(name: "Ana", avatar: .removed)), clock: 5,
      vouchedFor: Samples.name(0xAB))
    #expect(
      String(decoding: deed.line, as: UTF8.self)
        == #"{"deed":"profile","clock":5,"as":"abababababababababababababababab","#
        + #""name":"Ana","avatar":null}"#)
    let lift = Deed(.revoke(key: Samples.hash(2), user: Samples.name(1), last: nil), clock: 1)
    #expect(!String(decoding: lift.line, as: UTF8.self).contains("last"))
  }

  @Test func `missing words are a state of their own`() {
    let post = Samples.post("hello")
    guard case .deed(let read) = DeedReading(line: post.line, words: nil),
      case .post(let new) = read.act
    else {
      Issue.record("The post is unfit.")
      return
    }
    #expect(new.words.words == nil)
    #expect(new.words.hash == SignedWords(Samples.words("hello")).hash)
  }

  @Test func `an unknown kind is known as such, whatever else it has`() {
    let line = #"{"deed":"dance","clock":"now","as":5}"#.bytes
    #expect(DeedReading(line: line, words: nil) == .unknown(kind: "dance"))
  }

  @Test func `keys of other kinds are ignored, and null is left out`() {
    let follow = Deed(
      .edge(
        EdgeChange(
          kind: .follow, to: Samples.name(1), isOn: false, at: Moment(microseconds: 2))), clock: 3)
    let name = Samples.name(1).hexadecimal
    let line =
      #"{"on":false,"x":[{}],"words":7,"clock":3,"at":2,"edge":"follow","to":"\#(name)","#
      + #""reason":5,"as":null,"deed":"edge"}"#
    #expect(DeedReading(line: line.bytes, words: nil) == .deed(follow))
  }

  // MARK: Signers

  @Test func `only some signers may make a deed of a kind`() {
    let header = Samples.bundle([]).header
    let makers = DeedKind.allCases.map { kind in
      "\(kind.rawValue): "
        + SignerRole.allCases.filter(kind.signers.contains).map { "\($0)" }
        .joined(separator: " ")
    }
    #expect(
      makers == [
        "network: root keeper", "key: root keeper", "invitation: root keeper member",
        "claim: invitation", "revoke: root keeper", "user: root keeper",
        "profile: keeper member", "post: keeper member", "edit: keeper member",
        "delete: keeper member", "edge: keeper member", "settle: root keeper",
        "remove_user: root keeper member",
      ])
    let vouched = Deed(.profile(ProfileChange()), clock: 1, vouchedFor: Samples.name(1))
    let forOneself = Deed(.profile(ProfileChange()), clock: 1, vouchedFor: Samples.user)
    #expect(vouched.mayBeMade(by: .keeper, in: header))
    #expect(!vouched.mayBeMade(by: .member, in: header))
    #expect(!forOneself.mayBeMade(by: .keeper, in: header))
  }

  @Test func `a claim is the only deed of the first bundle`() {
    let claim = Deed(.claim(key: Samples.machine.publicKey.bytes, machine: "kitchen"), clock: 1)
    let alone = Samples.bundle([claim])
    #expect(claim.mayBeMade(by: .invitation, in: alone.header))
    #expect(!claim.mayBeMade(by: .keeper, in: alone.header))
    #expect(!claim.mayBeMade(by: .invitation, in: Samples.bundle([claim, claim]).header))
    let second = BundleHeader(
      network: Samples.keys.network, stream: Samples.stream, number: 2, previous: alone.id,
      key: alone.header.key, user: Samples.user, count: 1, root: alone.header.root)
    #expect(!claim.mayBeMade(by: .invitation, in: second))
  }
}
