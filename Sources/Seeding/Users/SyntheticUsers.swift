/// The users of a synthetic network; a seed and a number determine each user.
package struct SyntheticUsers: Sendable {
  private let seed: UInt64
  private let languages: [Language]
  /// The number at the end of each handle, which makes it unique; 0 for none.
  private var suffixes: [UInt32]
  /// The hashes of the handles in use; a collision only adds a number to a handle.
  private var taken: Set<UInt64>
  /// By user.
  private var bios: [BioChoice] = []

  /// The numbers of the sentences of a bio in the sheet.
  private struct BioChoice {
    var first: UInt8?
    var second: UInt8?
  }

  /// The properties of a user that are computed from the number on demand.
  struct Person {
    let languageNumber: Int
    let language: Language
    let given: Language.Name
    let family: Language.Name
    /// The delay of the user's day, in hours.
    let lateness: Int
    /// The sequence after the properties above.
    fileprivate var random: SeededRandom
  }

  init(count: Int, seed: UInt64, languages: [Language] = Language.all) {
    (self.seed, self.languages) = (seed, languages)
    suffixes = Array(repeating: 0, count: count)
    taken = Set(minimumCapacity: count)
    var last: [UInt64: UInt32] = [:]
    for user in 0..<count {
      let stem = stem(of: user)
      var suffix = last[SyntheticUsers.hash(stem), default: 0]
      while !taken.insert(SyntheticUsers.hash(SyntheticUsers.handle(stem, suffix))).inserted {
        suffix = max(2, suffix + 1)
      }
      last[SyntheticUsers.hash(stem)] = suffix
      suffixes[user] = suffix
    }
    chooseBios()
  }

  /// Chooses bios; within one language no sentence repeats until all are used.
  private mutating func chooseBios() {
    var rounds = languages.indices.map { language in
      var random = SeededRandom(seed, .bios, language)
      return ShuffledRounds(languages[language].bios.count, with: &random)
    }
    bios = suffixes.indices.map { user in
      var random = SeededRandom(seed, .bio, user)
      var bio = BioChoice()
      if random.chance(16) { return bio }
      let language = person(user).languageNumber
      bio.first = rounds[language].next(with: &random).map(UInt8.init)
      if random.chance(30) { bio.second = rounds[language].next(with: &random).map(UInt8.init) }
      return bio
    }
  }

  func person(_ user: Int) -> Person {
    var random = SeededRandom(seed, .person, user)
    let number = random.chance(30) ? 0 : random.below(languages.count)
    let language = languages[number]
    return Person(
      languageNumber: number, language: language, given: random.pick(language.given),
      family: random.pick(language.family),
      lateness: random.below(5) - 2, random: random)
  }

  /// Changes the handles that other users already have.
  mutating func avoid(_ isTaken: (String) throws -> Bool) rethrows {
    for user in suffixes.indices where try isTaken(handle(user)) {
      let stem = stem(of: user)
      var suffix = suffixes[user]
      var isFree = false
      while !isFree {
        suffix = max(2, suffix + 1)
        let next = SyntheticUsers.handle(stem, suffix)
        isFree = try !taken.contains(SyntheticUsers.hash(next)) && !isTaken(next)
      }
      taken.insert(SyntheticUsers.hash(handle(user)))
      taken.insert(SyntheticUsers.hash(SyntheticUsers.handle(stem, suffix)))
      suffixes[user] = suffix
    }
  }

  private static func hash(_ text: String) -> UInt64 {
    var hash = ContentHash()
    hash.add(text)
    return hash.value
  }
}

extension SyntheticUsers {
  package func handle(_ user: Int) -> String {
    SyntheticUsers.handle(stem(of: user), suffixes[user])
  }

  private static func handle(_ stem: String, _ suffix: UInt32) -> String {
    suffix == 0 ? stem : stem + String(suffix)
  }

  /// A handle without its suffix, short enough for any suffix.
  private func stem(of user: Int) -> String {
    let person = person(user)
    var random = person.random
    let (given, family) = (person.given.latin, person.family.latin)
    switch random.below(10) {
    case 0, 1, 2: return "\(given).\(family)"
    case 3: return "\(given)_\(family)"
    case 4: return given + family
    case 5: return "\(given.prefix(1)).\(family)"
    case 6: return "\(family).\(given)"
    case 7: return "\(given)\(10 + random.below(90))_"
    case 8: return "\(given).\(random.pick(NicknameWords.nouns))"
    default: return "\(random.pick(NicknameWords.moods))_\(random.pick(NicknameWords.nouns))"
    }
  }

  /// The display name; empty for some users.
  package func name(_ user: Int) -> String {
    let person = person(user)
    var random = SeededRandom(seed, .name, user)
    let (given, family) = (person.given.own, person.family.own)
    let space = person.language.space
    let whole =
      person.language.isFamilyFirst ? family + space + given : given + space + family
    switch random.below(20) {
    case 0: return ""
    case 1, 2: return given
    case 3, 4: return "\(given) \(random.pick(Emoji.badges))"
    case 5: return "\(random.pick(Emoji.badges)) \(whole)"
    default: return whole
    }
  }

  /// One or two sentences; one user in six has none.
  package func bio(_ user: Int) -> String {
    let language = person(user).language
    var random = SeededRandom(seed, .badge, user)
    var bio = ""
    guard let first = bios[user].first else { return bio }
    language.bios[Int(first)].write(to: &bio, with: &random)
    if let second = bios[user].second {
      let short = bio
      bio += language.space
      language.bios[Int(second)].write(to: &bio, with: &random)
      // A bio has at most 160 characters.
      if bio.count > 140 { bio = short }
    }
    if random.chance(25) { bio += " " + random.pick(Emoji.badges) }
    return bio
  }
}

/// The words of handles without a name.
private enum NicknameWords {
  static let moods = [
    "quiet", "sleepy", "curious", "lucky", "salty", "mellow", "wobbly", "brave", "tiny", "cosmic",
    "rusty", "gentle", "noisy", "velvet", "golden", "midnight", "sunny", "grumpy", "paper",
    "secret", "northern", "crooked", "spare", "slow", "blue", "almost", "maybe", "hello", "still",
    "electric",
  ]
  static let nouns = [
    "kettle", "otter", "lantern", "pickle", "comet", "umbrella", "badger", "teapot", "harbor",
    "marble", "walnut", "sparrow", "ladder", "noodle", "pebble", "biscuit", "compass", "fern",
    "cactus", "button", "moth", "tram", "pretzel", "lemon", "mitten", "piano", "radish", "cloud",
    "owl", "bicycle", "mango", "snail", "acorn", "puddle", "kite", "moon", "dumpling", "drawer",
  ]
}
