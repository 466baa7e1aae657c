import Model
import NetworkSupport
import Services
import Storage
import Support
import Testing

@Suite(.onEachEngine) struct PageTests {
  @Test(arguments: Listing.all, [false, true])
  func `joined pages equal the whole`(listing: Listing, isReversed: Bool) throws {
    let fixture = try Fixture(content: CrowdedNetwork.content)
    let forwards = try listing.read(fixture.network, PageRequest(limit: 1_000))
    #expect(forwards.entries.count >= 9)
    #expect(forwards.next == nil)
    let whole = isReversed ? forwards.entries.reversed() : forwards.entries
    for limit in [1, 2, 3, 7, whole.count] {
      var joined: [Entry<Listing.Line>] = []
      var request = PageRequest(limit: limit, isReversed: isReversed)
      repeat {
        let page = try listing.read(fixture.network, request)
        #expect(page.next == nil || page.next == page.entries.last?.cursor)
        #expect(page.next == nil || page.entries.count == limit)
        joined += page.entries
        request.after = page.next
      } while request.after != nil && joined.count < 1_000
      #expect(joined == whole, "pages of \(limit)")
    }
  }

  @Test(arguments: Listing.all, [false, true])
  func `while others write, no item repeats and no remaining item is skipped`(
    listing: Listing, isReversed: Bool
  ) throws {
    let fixture = try Fixture(content: CrowdedNetwork.content)
    let before = try listing.keys(fixture.network)
    var churn = CrowdedNetwork.Churn(try fixture.another())
    var seen: [String] = []
    var request = PageRequest(limit: 2, isReversed: isReversed)
    repeat {
      let page = try listing.read(fixture.network, request)
      seen += page.items.map(\.key)
      request.after = page.next
      try churn.next()
    } while request.after != nil && seen.count < 1_000
    let after = try listing.keys(fixture.network)
    #expect(Set(seen).count == seen.count, "\(seen)")
    #expect(Set(before).intersection(after).subtracting(seen) == [])
    #expect(Set(after).subtracting(before) != [], "The others must have added something.")
    #expect(Set(before).subtracting(after) != [], "The others must have taken something away.")
  }

  @Test(arguments: Listing.all) func `a cursor of another list is refused`(listing: Listing) throws
  {
    let fixture = try Fixture(content: CrowdedNetwork.content)
    let cursors = [
      Cursor(.post, 1), Cursor(.user, 1), Cursor(.like, 1, 1), Cursor(.flag, 1, 1, 1),
      Cursor(.suggestion, 1, 1), Cursor(.edge, 1, 1), Cursor(.notice, 1, 1, 1, 1),
    ]
    for cursor in cursors where cursor.order != listing.order {
      #expect(throws: ServiceError.storage(.foreignCursor(cursor))) {
        try listing.read(fixture.network, PageRequest(limit: 1, after: cursor))
      }
    }
  }

  @Test func `counts equal the lengths of the whole lists`() throws {
    let fixture = try Fixture(content: CrowdedNetwork.content)
    let network = fixture.network
    let counts = [
      "users": try network.users.count(nil, as: "ana"),
      "users with text": try network.users.count("f", as: "ana"),
      "friends": try network.follows.friendCount(of: nil, as: "ana"),
      "explore": try network.posts.exploreCount(),
      "search": try network.posts.searchCount("word", as: "ana"),
      "timeline": try network.timeline.count(of: "ana"),
      "flags": try network.posts.flagCount(),
      "suggestions": try network.follows.suggestionCount(for: "ana"),
    ]
    let listings = Listing.all.filter { counts.keys.contains($0.testDescription) }
    let lengths = try listings.map { ($0.testDescription, try $0.keys(network).count) }
    #expect(counts == Dictionary(uniqueKeysWithValues: lengths))
  }
}
