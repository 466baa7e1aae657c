internal import Model
internal import Storage

extension ExportFormat {
  /// A directed graph for Gephi, networkx and others: <http://graphml.graphdrawing.org/>.
  static let graphML = ExportFormat(name: "graphml", endings: [".graphml"]) { export in
    let file = try export.output.file()
    try file.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
        <key id="label" for="node" attr.name="label" attr.type="string"/>
        <key id="name" for="node" attr.name="name" attr.type="string"/>
        <key id="posts" for="node" attr.name="posts" attr.type="long"/>
        <key id="followers" for="node" attr.name="followers" attr.type="long"/>
        <key id="following" for="node" attr.name="following" attr.type="long"/>
        <key id="likes" for="node" attr.name="likes" attr.type="long"/>
        <key id="since" for="edge" attr.name="since" attr.type="string"/>
        <graph id="follows" edgedefault="directed">

      """)
    try eachNode(of: export) { user in
      let handle = XMLText.escaped(user.handle.text)
      try file.append(
        "    <node id=\"\(handle)\"><data key=\"label\">\(handle)</data>"
          + "<data key=\"name\">\(XMLText.escaped(user.name))</data>"
          + "<data key=\"posts\">\(user.counts.posts)</data>"
          + "<data key=\"followers\">\(user.counts.followers)</data>"
          + "<data key=\"following\">\(user.counts.following)</data>"
          + "<data key=\"likes\">\(user.counts.likes)</data></node>\n")
    }
    try export.network.follows(export.scope, byHandle: false) { follower, followee, at in
      try file.append(
        "    <edge source=\"\(XMLText.escaped(follower.text))\" "
          + "target=\"\(XMLText.escaped(followee.text))\">"
          + "<data key=\"since\">\(TimeText.text(at))</data></edge>\n")
    }
    try file.append("  </graph>\n</graphml>\n")
    try file.flush()
    export.keepOnly([.users, .follows])
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
