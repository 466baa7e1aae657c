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
///
/// A reference, because it is handed on for each text and never changes.
final class Tongue: Sendable {
  /// A name as it is written, and as handles spell it.
  struct Name: Sendable {
    let own: String
    /// In letters that handles have.
    let latin: String
  }

  /// What posts may be about.
  struct Topic: Sendable {
    let name: String
    let hashtags: [Timely<String>]
  }

  /// What may be said about a topic.
  struct Tale: Sendable {
    let topic: Topic
    let template: Template
    fileprivate let seasons: [Season]

    func fits(_ day: LocalDay) -> Bool {
      seasons.allSatisfy { $0.contains(day) }
    }
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
  let tales: [Tale]

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
    tales = Tongue.tales(in: lines)
  }

  private static func names(_ list: Substring) -> [Name] {
    list.split(separator: ",").map { pair in
      let words = pair.split(separator: " ")
      return Name(own: String(words[0]), latin: String(words[words.count - 1]))
    }
  }

  private static func tales(in lines: [Substring]) -> [Tale] {
    let headings = lines.indices.filter { lines[$0].hasPrefix("# ") }
    return zip(headings, headings.dropFirst() + [lines.endIndex]).flatMap { start, end in
      let heading = lines[start].split(separator: " ").dropFirst()
      let name = Timely(heading[heading.startIndex], String.init)
      let topic = Topic(
        name: name.value, hashtags: heading.dropFirst().map { Timely($0, String.init) })
      return posts(in: lines[(start + 1)..<end]).map {
        Tale(topic: topic, template: $0.value, seasons: [name.season, $0.season])
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
