import Model
import Testing

@Suite struct PageTests {
  @Test func `a page gives its items in order`() {
    let page = Page(
      entries: [Entry("b", at: Cursor(.user, 2)), Entry("a", at: Cursor(.user, 1))],
      next: Cursor(.user, 1))
    #expect(page.items == ["b", "a"])
  }

  @Test func `pages differ by their items, places and ends`() {
    let page = Page(entries: [Entry("a", at: Cursor(.user, 1))], next: nil)
    #expect(page == Page(entries: [Entry("a", at: Cursor(.user, 1))], next: nil))
    #expect(page != Page(entries: [Entry("b", at: Cursor(.user, 1))], next: nil))
    #expect(page != Page(entries: [Entry("a", at: Cursor(.user, 2))], next: nil))
    #expect(page != Page(entries: [Entry("a", at: Cursor(.user, 1))], next: Cursor(.user, 1)))
  }

  @Test func `a request is for the beginning in the list's own order`() {
    #expect(PageRequest(limit: 20) == PageRequest(limit: 20, after: nil, isReversed: false))
  }
}
