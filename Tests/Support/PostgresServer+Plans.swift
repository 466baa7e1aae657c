import Foundation

/// Networks whose tables are partitioned, and the plans of the statements on them.
extension PostgresServer {
  /// How many parts a table has.
  private static let parts = 3

  /// Divides the tables of a new network by the first column of their keys.
  package func spread(_ url: String) throws {
    try run(
      """
      SET ROLE \(PostgresServer.role);
      DO $$
      DECLARE t record; definition text; definitions text[];
      BEGIN
        FOR t IN
          SELECT c.oid, c.relname AS name, a.attname AS key,
            (SELECT pg_get_constraintdef(x.oid) FROM pg_constraint AS x
              WHERE x.conrelid = c.oid AND x.contype = 'p') AS primary_key
          FROM pg_class AS c
          JOIN pg_namespace AS n ON n.oid = c.relnamespace AND n.nspname = 'profilectl'
          JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
          JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
          WHERE c.relname <> 'network'
        LOOP
          -- Copied indexes would get other names.
          definitions := ARRAY(
            SELECT pg_get_indexdef(indexrelid) FROM pg_index
            WHERE indrelid = t.oid AND NOT indisprimary);
          EXECUTE format('ALTER TABLE profilectl.%I RENAME TO old', t.name);
          EXECUTE format(
            'CREATE TABLE profilectl.%I (LIKE profilectl.old INCLUDING ALL EXCLUDING INDEXES)
              PARTITION BY HASH (%I)',
            t.name, t.key);
          FOR part IN 0..\(PostgresServer.parts - 1) LOOP
            EXECUTE format(
              'CREATE TABLE profilectl.%I PARTITION OF profilectl.%I
                FOR VALUES WITH (MODULUS \(PostgresServer.parts), REMAINDER %s)',
              t.name || '_' || part, t.name, part);
          END LOOP;
          DROP TABLE profilectl.old;
          EXECUTE format('ALTER TABLE profilectl.%I ADD %s', t.name, t.primary_key);
          FOREACH definition IN ARRAY definitions LOOP EXECUTE definition; END LOOP;
        END LOOP;
      END $$
      """, in: url)
  }

  /// Writes the plan of each statement of later sessions into the log of the server.
  package func logPlans(of url: String) throws {
    let name = name(of: url)
    for setting in [
      "session_preload_libraries = 'auto_explain'", "auto_explain.log_min_duration = 0",
      "auto_explain.log_format = 'json'", "auto_explain.log_level = 'log'",
      "log_min_messages = 'log'",
    ] {
      try run("LOAD 'auto_explain'; ALTER DATABASE \(name) SET \(setting)")
    }
  }

  /// The plans of a database in the log.
  package func plans(of url: String) throws -> [StatementPlan] {
    let name = name(of: url)
    var plans: [StatementPlan] = []
    var text = ""
    var isOurs = false
    func end() throws {
      if isOurs { plans.append(try StatementPlan(json: text)) }
      (text, isOurs) = ("", false)
    }
    let whole = String(decoding: try Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
    for line in whole.split(separator: "\n") {
      if line.hasPrefix("\t") {
        if isOurs { text += line.dropFirst() + "\n" }
      } else {
        try end()
        isOurs = line.hasPrefix("\(name): LOG:  duration") && line.hasSuffix("plan:")
      }
    }
    try end()
    return plans
  }
}

/// The plan of a statement on partitioned tables.
package struct StatementPlan {
  package let statement: String
  private var locks = false
  private var joins = false
  /// A table and the number of its part, as `users_2`.
  private var parts: Set<String> = []

  init(json: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    statement = object?["Query Text"] as? String ?? ""
    add(object?["Plan"] as? [String: Any] ?? [:])
  }

  private mutating func add(_ node: [String: Any]) {
    let type = node["Node Type"] as? String ?? ""
    if type == "LockRows" { locks = true }
    if type == "Nested Loop" || type.hasSuffix("Join") { joins = true }
    if let role = node["Parent Relationship"] as? String, ["SubPlan", "InitPlan"].contains(role) {
      joins = true
    }
    if let table = node["Relation Name"] as? String, table.contains(/_\d+$/) { parts.insert(table) }
    for child in node["Plans"] as? [[String: Any]] ?? [] { add(child) }
  }

  /// Tables that are divided otherwise than by the number of a user.
  private static let others: Set = [
    "handles", "post_places", "thread_posts", "hashtags", "pictures", "thumbnails", "origins",
  ]

  /// `locks` or `joins` if that is done with rows of several machines.
  package var fault: String? {
    var machines: Set<String> = []
    for part in parts {
      let number = part.split(separator: "_").last ?? ""
      let table = String(part.dropLast(number.count + 1))
      machines.insert(StatementPlan.others.contains(table) ? part : "users_\(number)")
    }
    if machines.count < 2 { return nil }
    if locks { return "locks" }
    return joins ? "joins" : nil
  }
}
