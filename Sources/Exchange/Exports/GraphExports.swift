internal import Model
internal import Storage

extension ExportFormat {
  /// A directed graph for Gephi, networkx and others: <http://graphml.graphdrawing.org/>.
  static let graphML = graph(
    "graphml",
    head: """
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
        <key id="label" for="node" attr.name="label" attr.type="string"/>
      \(eachColumn { "  <key id=\"\($0)\" for=\"node\" attr.name=\"\($0)\" attr.type=\"\($1)\"/>" })
        <key id="since" for="edge" attr.name="since" attr.type="string"/>
        <graph id="follows" edgedefault="directed">

      """,
    node: { handle, cells in
      let data = cells.map { "<data key=\"\($0.name)\">\($0.value)</data>" }.joined()
      return "    <node id=\"\(handle)\"><data key=\"label\">\(handle)</data>\(data)</node>\n"
    },
    edge: { follower, followee, since in
      "    <edge source=\"\(follower)\" target=\"\(followee)\">"
        + "<data key=\"since\">\(since)</data></edge>\n"
    },
    end: "  </graph>\n</graphml>\n")

  /// A directed graph for Gephi: <https://gexf.net/schema.html>.
  static let gexf = graph(
    "gexf",
    head: """
      <gexf xmlns="http://gexf.net/1.3" version="1.3">
        <graph defaultedgetype="directed">
          <attributes class="node">
      \(eachColumn { "      <attribute id=\"\($0)\" title=\"\($0)\" type=\"\($1)\"/>" })
          </attributes>
          <attributes class="edge">
            <attribute id="since" title="since" type="string"/>
          </attributes>
          <nodes>

      """,
    node: { handle, cells in
      let values = cells.map { "<attvalue for=\"\($0.name)\" value=\"\($0.value)\"/>" }.joined()
      return "      <node id=\"\(handle)\" label=\"\(handle)\">"
        + "<attvalues>\(values)</attvalues></node>\n"
    },
    middle: "    </nodes>\n    <edges>\n",
    edge: { follower, followee, since in
      "      <edge source=\"\(follower)\" target=\"\(followee)\">"
        + "<attvalues><attvalue for=\"since\" value=\"\(since)\"/></attvalues></edge>\n"
    },
    end: "    </edges>\n  </graph>\n</gexf>\n")

  /// The columns of the users in a graph, besides the handle.
  private static let columns:
    [(name: String, type: String, value: @Sendable (ExportedUser) -> String)] = [
      ("name", "string", \.name), ("posts", "long", { String($0.counts.posts) }),
      ("followers", "long", { String($0.counts.followers) }),
      ("following", "long", { String($0.counts.following) }),
      ("likes", "long", { String($0.counts.likes) }),
    ]

  private static func eachColumn(_ line: (_ name: String, _ type: String) -> String) -> String {
    columns.map { line($0.name, $0.type) }.joined(separator: "\n")
  }

  /// A directed graph in XML; `node` and `edge` get escaped texts.
  private static func graph(
    _ name: String, head: String,
    node: @escaping @Sendable (_ id: String, [(name: String, value: String)]) -> String,
    middle: String = "",
    edge: @escaping @Sendable (_ from: String, _ to: String, _ since: String) -> String,
    end: String
  ) -> ExportFormat {
    ExportFormat(name: name, endings: [".\(name)"]) { export in
      let file = try export.output.file()
      try file.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + head)
      try eachNode(of: export) { user in
        let cells = columns.map { ($0.name, XMLText.escaped($0.value(user))) }
        try file.append(node(XMLText.escaped(user.handle.text), cells))
      }
      try file.append(middle)
      try export.network.follows(export.scope, byHandle: false) { follower, followee, at in
        try file.append(
          edge(
            XMLText.escaped(follower.text), XMLText.escaped(followee.text), TimeText.text(at)))
      }
      try file.append(end)
      try file.flush()
      export.keepOnly([.users, .follows])
    }
  }

  /// A directed graph for Graphviz.
  static let dot = ExportFormat(name: "dot", endings: [".dot"]) { export in
    let file = try export.output.file()
    try file.append("digraph follows {\n")
    try eachNode(of: export) { user in
      let label = user.name.isEmpty ? "" : " [label=\(quoted(user.name))]"
      try file.append("  \(quoted(user.handle.text))\(label);\n")
    }
    try export.network.follows(export.scope, byHandle: false) { follower, followee, _ in
      try file.append("  \(quoted(follower.text)) -> \(quoted(followee.text));\n")
    }
    try file.append("}\n")
    try file.flush()
    export.keepOnly([.users, .follows])
  }

  /// All users, or one user and those they follow.
  private static func eachNode(of export: Export, _ take: (ExportedUser) throws -> Void) throws {
    guard let user = export.user else { return try export.network.users(export.scope, take) }
    var wanted: Set<Handle> = [user.handle]
    try export.network.follows(export.scope, byHandle: false) { _, followee, _ in
      wanted.insert(followee)
    }
    export.counts.users = wanted.count
    try export.network.users(ExportScope()) { if wanted.contains($0.handle) { try take($0) } }
  }

  /// A quoted string of DOT, in which only quotes and backslashes are special.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text {
      if character == "\"" || character == "\\" { result += "\\" }
      result.append(character)
    }
    return result + "\""
  }
}
