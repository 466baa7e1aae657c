import Glibc
import SQLText
import SQLite

// A program with two versions of a schema: `migrator make FILE` creates a database of the old one,
// `migrator open FILE` migrates it to the new one and reports that.

let first: [SQL] = [
  "CREATE TABLE birds(id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT"
]
// Changes existing rows, so that most pages are written.
let second: [SQL] = [
  "ALTER TABLE birds ADD COLUMN colour TEXT",
  "UPDATE birds SET colour = 'as grey as number ' || id",
  "CREATE INDEX birds_by_colour ON birds(colour)",
]

func identity(versions: Int) throws -> DatabaseIdentity {
  let steps = [first, second].prefix(versions)
  let connection = try Connection.inMemory()
  let known = try steps.indices.map { index -> DatabaseIdentity.Version in
    try connection.script(steps[index])
    let schema = try connection.all {
      "SELECT \($0) FROM sqlite_schema"
    } as: { row in
      SchemaObject(
        type: row["type"], name: row["name"], table: row["tbl_name"], sql: row["coalesce(sql, '')"])
    }
    return DatabaseIdentity.Version(
      number: Int32(index + 1), migration: steps[index], schema: schema)
  }
  return DatabaseIdentity(applicationID: 0x6269_7264, versions: known)
}

let (deed, path) = (CommandLine.arguments[1], CommandLine.arguments[2])
let wait = Duration.seconds(20)
switch deed {
case "make":
  let file = try DatabaseFile.create(path, as: identity(versions: 1), wait: wait)
  try file.writer().transaction(wait: wait) { connection in
    try connection.run(
      """
      WITH RECURSIVE number(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM number WHERE i < 2000)
      INSERT INTO birds SELECT i, 'wren ' || i FROM number
      """)
  }
case "open":
  let file = try DatabaseFile.open(path, as: identity(versions: 2), wait: wait)
  try file.migrate()
  let count: Int? = try file.reader().value("SELECT count(colour) FROM birds")
  // The library of `faults.c` does not see the writes of `print`.
  let answer = Array("\(count ?? 0) birds have a colour\n".utf8)
  guard write(1, answer, answer.count) == answer.count else { exit(74) }
default:
  fatalError("migrator: '\(deed)' is neither 'make' nor 'open'")
}
