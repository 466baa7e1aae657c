/// Visits the trees of a file and remembers which pages it has seen, so that none is visited twice.
package final class TreeWalk {
  private let file: PageFile
  private let shouldStop: (() -> Bool)?
  private var isSeen: [Bool]

  package init(_ file: PageFile, unless shouldStop: (() -> Bool)?) {
    self.file = file
    self.shouldStop = shouldStop
    isSeen = Array(repeating: false, count: file.pageCount + 1)
  }

  /// The tables and indexes that the first page leads to, by name, with their root pages.
  package func roots() throws -> [String: Int] {
    var roots: [String: Int] = [:]
    _ = try rows(ofTreeAt: 1, isTable: true) { row in
      if row.values.count == 5, case .text(let name) = row.values[1],
        case .integer(let root) = row.values[3]
      {
        roots[name] = Int(truncatingIfNeeded: root)
      }
    }
    return roots
  }

  /// Every row that can be reached from a root, in no order; whether the tree was whole.
  package func rows(
    ofTreeAt root: Int?, isTable: Bool, _ visit: (FoundRow) throws -> Void
  ) throws -> Bool {
    guard let root else { return false }
    var isWhole = true
    var waiting = [root]
    while let number = waiting.popLast() {
      if shouldStop?() == true { throw DatabaseError.interrupted }
      guard isSeen.indices.contains(number), number > 0, !isSeen[number],
        let page = TreePage(number, in: file), page.isTable == isTable
      else {
        isWhole = false
        continue
      }
      isSeen[number] = true
      if !page.isWhole { isWhole = false }
      waiting += page.children
      for row in page.rows { try visit(row) }
    }
    return isWhole
  }

  /// The rows of all pages that no tree led to, if they look like pages of a tree.
  package func strayRows(_ visit: (FoundRow) throws -> Void) throws {
    for number in isSeen.indices.dropFirst() where !isSeen[number] {
      if shouldStop?() == true { throw DatabaseError.interrupted }
      guard let page = TreePage(number, in: file) else { continue }
      for row in page.rows { try visit(row) }
    }
  }
}
