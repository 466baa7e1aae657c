/// How the people of one language are called and what they write, read from a sheet of lines.
///
/// A sheet has lines of these kinds, each told by how it begins:
///
///     given: Мила mila, Олесь oles      names, each with its letters in a handle
///     family: Коваль koval
///     * a bio
///     + a remark that goes with anything
///     @ a remark to {@}
///     # kitchen #суп #хлеб              a topic with its hashtags, for the lines that follow
///     dish = борщ | блины               words for the gap {dish}
///     - a post about {dish}
struct Tongue: Sendable {
  /// A name as it is written, and as handles spell it.
  struct Name: Sendable {
    let own: String
    /// In letters that handles have.
    let latin: String
  }

  /// What posts may be about, and what is said about it.
  struct Topic: Sendable {
    let name: String
    let hashtags: [String]
    fileprivate(set) var posts: [Template] = []
  }

  /// How far local clocks are ahead of UTC.
  let hoursAhead: Int
  /// Whether the family's name comes first.
  let familyFirst: Bool
  /// What stands between two sentences, and between two names.
  let space: String
  let given: [Name]
  let family: [Name]
  let bios: [Template]
  let remarks: [Template]
  let calls: [Template]
  let topics: [Topic]

  init(hoursAhead: Int, familyFirst: Bool = false, space: String = " ", _ sheet: String) {
    self.hoursAhead = hoursAhead
    self.familyFirst = familyFirst
    self.space = space
    let lines = sheet.split(separator: "\n")
    func all(_ mark: String) -> [Substring] {
      lines.filter { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count) }
    }
    given = all("given: ").flatMap(Tongue.names)
    family = all("family: ").flatMap(Tongue.names)
    bios = all("* ").map { Template($0) }
    remarks = all("+ ").map { Template($0) }
    calls = all("@ ").map { Template($0) }
    topics = Tongue.topics(in: lines)
  }

  private static func names(_ list: Substring) -> [Name] {
    list.split(separator: ",").map { pair in
      let words = pair.split(separator: " ")
      return Name(own: String(words[0]), latin: String(words[words.count - 1]))
    }
  }

  private static func topics(in lines: [Substring]) -> [Topic] {
    var topics: [Topic] = []
    var words: [String: [String]] = [:]
    for line in lines {
      if line.hasPrefix("# ") {
        let heading = line.split(separator: " ").map(String.init)
        topics.append(Topic(name: heading[1], hashtags: Array(heading[2...])))
        words = [:]
      } else if line.hasPrefix("- ") {
        topics[topics.count - 1].posts.append(Template(line.dropFirst(2), words: words))
      } else if let sign = line.firstRange(of: " = ") {
        words[String(line[..<sign.lowerBound])] = line[sign.upperBound...]
          .split(separator: " | ").map(String.init)
      }
    }
    return topics
  }
}
