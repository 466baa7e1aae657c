import Postgres
import Testing

/// Tests the URLs of servers.
@Suite struct PlaceTests {
  @Test(arguments: [
    ("postgres://net@db.example.org/town", "postgres://net@db.example.org/town"),
    ("postgresql://net@db.example.org:5433/town", "postgres://net@db.example.org:5433/town"),
    ("postgres://db.example.org:5432/town", "postgres://db.example.org/town"),
    ("postgres:///town?host=/run/pg&user=net", "postgres://net@/town?host=/run/pg"),
    ("postgres://net@%2Frun%2Fpg/town", "postgres://net@/town?host=/run/pg"),
    ("postgres://a%40b@[::1]:6000/x%20y?sslmode=require", "postgres://a%40b@[::1]:6000/x%20y"),
    ("postgres://one,two/town?target_session_attrs=read-write", "postgres://one,two/town"),
    ("postgres://one:6001,[::2]:6002,two/town", "postgres://one:6001,[::2]:6002,two/town"),
    ("postgres:///town?host=one,two&port=6001", "postgres://one:6001,two:6001/town"),
    ("postgres://", "postgres:///"),
  ])
  func `a place is shown in one form`(text: String, shown: String) throws {
    #expect(try PostgresPlace(text, allowsPassword: false).shown == shown)
  }

  @Test func `a password is taken where others can't read it, and never shown`() throws {
    let place = try PostgresPlace("postgres://net:s3cret@db/town", allowsPassword: true)
    #expect(place.shown == "postgres://net@db/town")
  }

  @Test(arguments: [
    ("postgres://net:s3cret@db/town", PostgresPlace.Refusal.password),
    ("postgres://net:@db/town", .password), ("postgres://db/town?password=x", .password),
    ("postgres://net:s3c@ret@db/town", .severalAts),
    ("postgres://db/town?options=-cfoo", .parameter("options")),
    ("postgres://db/town?sslpassword=x", .parameter("sslpassword")),
    ("postgres://db/town?host", .parameter("host")),
    ("postgres://db:port/town", .malformed), ("postgres://db:0/town", .malformed),
    ("postgres://db:65536/town", .malformed), ("postgres://db:123456/town", .malformed),
    ("postgres:///town?port=x", .malformed), ("postgres:///town?port=70000", .malformed),
    ("postgres://d%0ab/town", .malformed), ("postgres:///town?host=d%1bb", .malformed),
    ("postgres://[::1/town", .malformed),
    ("postgres://db/%zz", .malformed), ("postgres://db/%00", .malformed),
    ("Postgres://db/town", .malformed), ("net.db", .malformed),
  ])
  func `a bad place is refused`(text: String, refusal: PostgresPlace.Refusal) {
    #expect(throws: refusal) { _ = try PostgresPlace(text, allowsPassword: false) }
  }

  @Test(arguments: [
    "POSTGRES://net:s3cret@db/town", "'postgres://net:s3cret@db/town'",
    " postgres://net:s3cret@db/town", "host=db password=s3cret", "postgress://net:s3cret@db/town",
    "postgres:/net:s3cret@db/town", "password=s3cret host=db",
  ])
  func `a mistyped place with a password is no name of a file`(text: String) {
    #expect(PostgresPlace.isPlace(text))
    #expect(throws: PostgresPlace.Refusal.malformed) {
      _ = try PostgresPlace(text, allowsPassword: true)
    }
  }

  @Test(arguments: [
    "net.db", "postgres/net.db", "a=b.db", "host:5432/town",
    "a/password=x/net.db",
  ])
  func `a path is no place on a server`(text: String) {
    #expect(!PostgresPlace.isPlace(text))
  }

  @Test(
    arguments: [
      ("postgres://db.example.org/town", [:], "require"), ("postgres:///town", [:], nil),
      ("postgres:///town", ["PGHOST": "db.example.org"], "require"),
      ("postgres:///town", ["PGHOST": "/run/postgresql"], nil),
      ("postgres://localhost/town", ["PGHOST": "db.example.org"], nil),
      ("postgres://localhost/town", ["PGHOSTADDR": "192.0.2.1"], "require"),
      ("postgres:///town", ["PGHOST": "localhost", "PGHOSTADDR": "127.0.0.1"], nil),
      ("postgres:///town", ["PGHOST": "db.example.org", "PGSSLMODE": "prefer"], nil),
      ("postgres://db.example.org/town?sslmode=verify-full", [:], "verify-full"),
    ] as [(String, [String: String], String?)])
  func `TLS is required of other machines`(
    url: String, variables: [String: String], mode: String?
  ) throws {
    let place = try PostgresPlace(url, allowsPassword: false)
    let settings = place.settings { variables[$0] }
    #expect(settings.first { $0.name == "sslmode" }?.value == mode)
  }
}
