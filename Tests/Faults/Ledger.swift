import Synchronization

/// What every worker knows of the posts of a network, and of what has gone wrong with it.
final class Ledger: Sendable {
  /// What a copy must have, and must not, that begins now.
  struct Page {
    var told: Set<String> = []
    /// Deletions that were asked for; those posts may be there or not.
    var doomed: Set<String> = []
    /// Deletions that were told of.
    var deleted: Set<String> = []

    /// What is wrong with a file that holds these posts, and was looked at when `later` was known.
    func fault(of posts: Set<String>, given later: Page) -> String? {
      let lacks = told.subtracting(later.doomed).subtracting(posts)
      let keeps = deleted.intersection(posts)
      if !lacks.isEmpty { return "lacks \(lacks.sorted())" }
      return keeps.isEmpty ? nil : "still has \(keeps.sorted())"
    }
  }

  private let known = Mutex(Page())
  private let faults = Mutex<[String]>([])
  private let harms = Mutex<(done: Int, repaired: Int)>((0, 0))

  var page: Page { known.withLock { $0 } }
  var found: [String] { faults.withLock { $0 } }
  /// How often a count was made wrong by one, and how much of that repairs told of.
  var harm: (done: Int, repaired: Int) { harms.withLock { $0 } }

  func tell(_ post: String) { known.withLock { _ = $0.told.insert(post) } }
  func doom(_ post: String) { known.withLock { _ = $0.doomed.insert(post) } }
  func delete(_ post: String) { known.withLock { _ = $0.deleted.insert(post) } }
  func blame(_ fault: String) { faults.withLock { $0.append(fault) } }
  func noteHarm() { harms.withLock { $0.done += 1 } }
  func noteRepair(of count: Int) { harms.withLock { $0.repaired += count } }
}
