import Model
import NetworkSupport
import Seeding
import Services
import Support
import Testing

@Suite struct SeedContentTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `users and posts obey the rules of their fields`(seed: UInt64) throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 1_500, posts: 6_000, seed: seed))
    for handle in try fixture.rows("SELECT username FROM users") {
      #expect(try Handle(handle).text == handle)
    }
    for name in try fixture.rows("SELECT name FROM users") { _ = try DisplayName(name) }
    for bio in try fixture.rows("SELECT bio FROM users") { _ = try Bio(bio) }
    for text in try fixture.rows("SELECT text FROM posts") {
      #expect(!text.isEmpty)
      _ = try PostText(text)
    }
  }

  @Test func `people write in many scripts`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 500))
    let texts = try fixture.rows("SELECT text FROM posts").joined()
    for letter in "eéяїλبאह日の한" {
      #expect(texts.unicodeScalars.contains(letter.unicodeScalars.first ?? " "), "\(letter)")
    }
    // A joined emoji, a hashtag and a mention.
    for sign in ["\u{200D}", "#", "@"] {
      #expect(texts.unicodeScalars.contains(sign.unicodeScalars.first ?? " "))
    }
  }

  /// A gap that the parser misses would stay in a text.
  @Test func `every gap in the sheets is filled, in all languages`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 2_000, posts: 20_000, follows: 0, likes: 0))
    let texts =
      try fixture.rows("SELECT text FROM posts") + fixture.rows("SELECT bio FROM users")
    #expect(texts.filter { $0.contains { "{}¶|".contains($0) } } == [])
  }

  @Test func `people sleep at night`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 100, posts: 5_000, seed: 4))
    // English speakers of the sheet live two hours west of Greenwich.
    let hours = try fixture.rows(
      """
      SELECT count(*) FROM posts WHERE text LIKE '%the %'
      AND (at / 3600000000 - 2) % 24 BETWEEN 2 AND 4
      UNION ALL SELECT count(*) FROM posts WHERE text LIKE '%the %'
      AND (at / 3600000000 - 2) % 24 BETWEEN 19 AND 21
      """
    ).compactMap { Int($0) }
    #expect(hours[0] * 4 < hours[1])
  }

  @Test(arguments: [
    ("%only Tuesday%", "strftime('%w', (at - 7200000000) / 1000000, 'unixepoch') = '2'"),
    ("%First frost%", "strftime('%m', at / 1000000, 'unixepoch') BETWEEN '09' AND '12'"),
    ("%smell of summer%", "strftime('%m', at / 1000000, 'unixepoch') BETWEEN '05' AND '09'"),
    ("%#понедельник%", "strftime('%w', (at + 10800000000) / 1000000, 'unixepoch') = '1'"),
    ("%トマト%", "strftime('%m', at / 1000000, 'unixepoch') BETWEEN '05' AND '10'"),
  ])
  func `sentences for a day or a season appear only then`(said: String, time: String) throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 1_000, follows: 0, likes: 0))
    let counts = try fixture.rows(
      "SELECT sum(\(time)), count(*) FROM posts WHERE text LIKE '\(said)'")[0].split(separator: "|")
    #expect(counts[0] == counts[1] && counts[1] != "0", "\(counts)")
  }

  @Test func `an author repeats no text within twenty posts`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 40, posts: 8_000, follows: 0, likes: 0))
    let twice = try fixture.rows(
      """
      SELECT DISTINCT a.text FROM
        (SELECT *, row_number() OVER (PARTITION BY author ORDER BY at) AS turn FROM posts) AS a
      JOIN (SELECT *, row_number() OVER (PARTITION BY author ORDER BY at) AS turn FROM posts) AS b
      ON a.author = b.author AND a.text = b.text AND b.turn BETWEEN a.turn + 1 AND a.turn + 19
      """)
    #expect(twice == [])
  }

  @Test func `an author uses all openings about equally often`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 40, posts: 8_000, follows: 0, likes: 0))
    let beginnings = [
      "Choir practice.", "Update:", "Painted", "Flat tyre", "Night train,", "Game night.", "Called",
      "New city,", "The secret of good", "If you need me", "Missed the last tram",
    ]
    let counts = beginnings.map { "sum(text LIKE '\($0)%')" }.joined(separator: ", ")
    let rows = try fixture.rows("SELECT \(counts) FROM posts GROUP BY author")
      .map { $0.split(separator: "|").compactMap { Int($0) } }
    #expect(rows.contains { $0.allSatisfy { $0 > 2 } })
    for row in rows {
      #expect((row.max() ?? 0) - (row.min() ?? 0) <= 2 + (row.min() ?? 0) / 8, "\(row)")
    }
  }

  @Test(arguments: [UInt64(1), 2, 3])
  func `no two users of a small network share a bio`(seed: UInt64) throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 60, seed: seed))
    let bios = try fixture.rows("SELECT bio FROM users WHERE bio <> ''")
    #expect(bios.count > 40)
    for (place, bio) in bios.enumerated() {
      #expect(!bios[(place + 1)...].contains { $0.contains(bio) || bio.contains($0) }, "\(bio)")
    }
  }

  @Test func `a few write much and most write little`() throws {
    let fixture = try Fixture()
    _ = try fixture.network.seed(SeedOrder(users: 200))
    let counts = try fixture.rows("SELECT post_count FROM users ORDER BY 1 DESC")
      .compactMap { Int($0) }
    #expect(counts[0] > 8 * counts[100])
  }

  @Test func `everything happens within the period, however short`() throws {
    let fixture = try Fixture()
    let from = Moment(microseconds: 1_000_000)
    let to = Moment(microseconds: 1_000_400)
    _ = try fixture.network.seed(SeedOrder(users: 20, posts: 400, from: from, to: to))
    let times = try fixture.rows("SELECT min(at), max(at), count(DISTINCT at) FROM posts")[0]
      .split(separator: "|").compactMap { Int64($0) }
    #expect(times[0] >= 1_000_000)
    #expect(times[1] <= 1_000_400)
    #expect(times[2] == 400)
  }
}
