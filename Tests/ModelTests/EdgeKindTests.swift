import Model
import Testing

@Suite struct EdgeKindTests {
  @Test func `every kind has results of its own`() {
    let results = EdgeKind.allCases.map(\.rules.results).flatMap {
      [$0.drawn, $0.alreadyDrawn, $0.removed, $0.notThere]
    }
    #expect(Set(results).count == results.count)
  }

  /// Deleting a post moves the counts of its author only.
  @Test func `only edges to users move a count of their source`() {
    for kind in EdgeKind.allCases where kind.rules.target == .post {
      let ofSource = kind.rules.counts.filter { if case .ofSource = $0 { true } else { false } }
      #expect(ofSource.isEmpty, "\(kind)")
    }
  }

  @Test func `an edge to oneself or to a post of one's own is its own`() {
    let (ana, bob) = (User.ID(1), User.ID(2))
    let place = PostKey(
      id: Post.ID(7), author: ana, isPrivate: false, at: Moment(microseconds: 1))
    #expect(Edge(.follow, from: ana, to: .user(ana)).isOwn)
    #expect(!Edge(.follow, from: ana, to: .user(bob)).isOwn)
    #expect(Edge(.flag, from: ana, to: .post(place)).isOwn)
    #expect(!Edge(.flag, from: bob, to: .post(place)).isOwn)
  }
}
