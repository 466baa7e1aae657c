import Synchronization

/// The acknowledged posts, deletions, damage and faults of all workers.
final class MaintenanceLog: Sendable {
  /// The posts that a copy made from now on must hold, and those that it must not.
  struct Snapshot {
    var acknowledged: Set<String> = []
    /// Posts whose deletion was requested; a copy may hold them or not.
    var deletionsRequested: Set<String> = []
    /// Posts whose deletion was acknowledged.
    var deleted: Set<String> = []

    /// The fault of a copy with these posts; `later` is the snapshot after the copy was made.
    func fault(of posts: Set<String>, given later: Snapshot) -> String? {
      let lacks = acknowledged.subtracting(later.deletionsRequested).subtracting(posts)
      let keeps = deleted.intersection(posts)
      if !lacks.isEmpty { return "lacks \(lacks.sorted())" }
      return keeps.isEmpty ? nil : "still has \(keeps.sorted())"
    }
  }

  private let known = Mutex(Snapshot())
  private let foundFaults = Mutex<[String]>([])
  private let damages = Mutex<(done: Int, repaired: Int)>((0, 0))

  var snapshot: Snapshot { known.withLock { $0 } }
  var faults: [String] { foundFaults.withLock { $0 } }
  /// How often a count was made wrong by one, and the sum of the reported repairs.
  var damage: (done: Int, repaired: Int) { damages.withLock { $0 } }

  func addPost(_ post: String) { known.withLock { _ = $0.acknowledged.insert(post) } }
  func requestDeletion(of post: String) {
    known.withLock { _ = $0.deletionsRequested.insert(post) }
  }
  func confirmDeletion(of post: String) { known.withLock { _ = $0.deleted.insert(post) } }
  func addFault(_ fault: String) { foundFaults.withLock { $0.append(fault) } }
  func addDamage() { damages.withLock { $0.done += 1 } }
  func addRepairs(_ count: Int) { damages.withLock { $0.repaired += count } }
}
