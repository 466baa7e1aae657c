/// How the people of one language are called and what they write, read from a sheet of lines.
///
/// A sheet has lines of these kinds, each told by how it begins:
///
///     given: Мила mila, Олесь oles      names, each with its letters in a handle
///     family: Коваль koval
///     * a bio
///     + a remark that goes with anything
///     @ a remark to {@}
///     # kitchen #суп #хлеб[Sun]         a topic with its hashtags, for what follows
///     dish = борщ | блины [2-3]         words for the gap {dish}
///     - a post about {dish}
///     - it is Tuesday again [Tue]       one that can be said on Tuesdays only: see `Season`
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
    let hashtags: [Timely<String>]
    let posts: [Timely<Template>]
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
  let topics: [Timely<Topic>]

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

  private static func topics(in lines: [Substring]) -> [Timely<Topic>] {
    let headings = lines.indices.filter { lines[$0].hasPrefix("# ") }
    return zip(headings, headings.dropFirst() + [lines.endIndex]).map { start, end in
      let heading = lines[start].split(separator: " ").dropFirst()
      let (posts, hashtags) = (
        posts(in: lines[(start + 1)..<end]), heading.dropFirst().map { Timely($0, String.init) }
      )
      return Timely(heading[heading.startIndex]) {
        Topic(name: String($0), hashtags: hashtags, posts: posts)
      }
    }
  }

  private static func posts(in lines: ArraySlice<Substring>) -> [Timely<Template>] {
    var posts: [Timely<Template>] = []
    var words: [String: [Timely<String>]] = [:]
    for line in lines {
      if line.hasPrefix("- ") {
        posts.append(Timely(line.dropFirst(2)) { Template($0, words: words) })
      } else if let sign = line.firstRange(of: " = ") {
        words[String(line[..<sign.lowerBound])] = line[sign.upperBound...]
          .split(separator: " | ").map { Timely($0, String.init) }
      }
    }
    return posts
  }
}
