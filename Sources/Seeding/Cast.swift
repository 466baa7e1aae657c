/// The people of a synthetic network: who they are follows from the seed and their number alone.
package struct Cast: Sendable {
  private let seed: UInt64
  private let tongues: [Tongue]
  /// What stands behind each handle to tell it from the same one of somebody before; 0 for nothing.
  private var suffixes: [UInt32]
  /// Handles in use, by their hash; two that meet there only cost one of them a number.
  private var taken: Set<UInt64>
  /// By user.
  private var bios: [BioChoice] = []

  /// What somebody says of themself, by its places in the sheet; at most two sentences.
  private struct BioChoice {
    var first: UInt8?
    var second: UInt8?
  }

  /// Who somebody is, as far as it can be worked out again from their number.
  struct Person {
    let tongue: Tongue
    /// Its place among all.
    fileprivate let tongueNumber: Int
    let given: Tongue.Name
    let family: Tongue.Name
    /// Hours by which their day is later than other people's.
    let lateness: Int
    /// Goes on where choosing the person ended.
    fileprivate var dice: Dice
  }

  init(users: Int, seed: UInt64, tongues: [Tongue] = Tongue.all) {
    self.seed = seed
    self.tongues = tongues
    suffixes = Array(repeating: 0, count: users)
    taken = Set(minimumCapacity: users)
    var last: [UInt64: UInt32] = [:]
    for user in 0..<users {
      let stem = stem(of: user)
      var suffix = last[Cast.hash(stem), default: 0]
      while !taken.insert(Cast.hash(Cast.handle(stem, suffix))).inserted {
        suffix = max(2, suffix + 1)
      }
      last[Cast.hash(stem)] = suffix
      suffixes[user] = suffix
    }
    chooseBios()
  }

  /// Nobody says what another of their tongue said while there is something that nobody said.
  private mutating func chooseBios() {
    var rotations = tongues.indices.map { tongue in
      var dice = Dice(seed, .bios, tongue)
      return Rotation(tongues[tongue].bios.count, with: &dice)
    }
    bios = suffixes.indices.map { user in
      var dice = Dice(seed, .bio, user)
      var bio = BioChoice()
      if dice.chance(16) { return bio }
      let tongue = person(user).tongueNumber
      bio.first = rotations[tongue].next(with: &dice).map(UInt8.init)
      if dice.chance(30) { bio.second = rotations[tongue].next(with: &dice).map(UInt8.init) }
      return bio
    }
  }

  func person(_ user: Int) -> Person {
    var dice = Dice(seed, .person, user)
    let number = dice.chance(30) ? 0 : dice.below(tongues.count)
    let tongue = tongues[number]
    return Person(
      tongue: tongue, tongueNumber: number, given: dice.pick(tongue.given),
      family: dice.pick(tongue.family),
      lateness: dice.below(5) - 2, dice: dice)
  }

  package func handle(_ user: Int) -> String {
    Cast.handle(stem(of: user), suffixes[user])
  }

  /// Gives people other handles where somebody outside has theirs.
  mutating func avoid(_ isTaken: (String) throws -> Bool) rethrows {
    for user in suffixes.indices where try isTaken(handle(user)) {
      let stem = stem(of: user)
      var suffix = suffixes[user]
      var isFree = false
      while !isFree {
        suffix = max(2, suffix + 1)
        let next = Cast.handle(stem, suffix)
        isFree = try !taken.contains(Cast.hash(next)) && !isTaken(next)
      }
      taken.insert(Cast.hash(handle(user)))
      taken.insert(Cast.hash(Cast.handle(stem, suffix)))
      suffixes[user] = suffix
    }
  }

  private static func handle(_ stem: String, _ suffix: UInt32) -> String {
    suffix == 0 ? stem : stem + String(suffix)
  }

  private static func hash(_ text: String) -> UInt64 {
    var hash = ContentHash()
    hash.add(text)
    return hash.value
  }

  /// A handle before it is told from others: short enough for any number behind it.
  private func stem(of user: Int) -> String {
    let person = person(user)
    var dice = person.dice
    let (given, family) = (person.given.latin, person.family.latin)
    switch dice.below(10) {
    case 0, 1, 2: return "\(given).\(family)"
    case 3: return "\(given)_\(family)"
    case 4: return given + family
    case 5: return "\(given.prefix(1)).\(family)"
    case 6: return "\(family).\(given)"
    case 7: return "\(given)\(10 + dice.below(90))_"
    case 8: return "\(given).\(dice.pick(NickName.nouns))"
    default: return "\(dice.pick(NickName.moods))_\(dice.pick(NickName.nouns))"
    }
  }
}

extension Cast {
  /// What the card shows; now and then nothing.
  package func name(_ user: Int) -> String {
    let person = person(user)
    var dice = Dice(seed, .name, user)
    let (given, family) = (person.given.own, person.family.own)
    let whole =
      person.tongue.familyFirst
      ? family + person.tongue.space + given : given + person.tongue.space + family
    switch dice.below(20) {
    case 0: return ""
    case 1, 2: return given
    case 3, 4: return "\(given) \(dice.pick(Emoji.badges))"
    case 5: return "\(dice.pick(Emoji.badges)) \(whole)"
    default: return whole
    }
  }

  /// One or two sentences; one in six says nothing.
  package func bio(_ user: Int) -> String {
    let tongue = person(user).tongue
    var dice = Dice(seed, .badge, user)
    var bio = ""
    guard let first = bios[user].first else { return bio }
    tongue.bios[Int(first)].write(to: &bio, with: &dice)
    if let second = bios[user].second {
      let short = bio
      bio += tongue.space
      tongue.bios[Int(second)].write(to: &bio, with: &dice)
      // A card has room for 160 letters.
      if bio.count > 140 { bio = short }
    }
    if dice.chance(25) { bio += " " + dice.pick(Emoji.badges) }
    return bio
  }
}
