import Model
import Services
import Support

/// A network of its own in a temporary folder.
final class Fixture {
  let folder: TemporaryFolder
  let network: Network

  var path: String { folder.file("net.db") }

  /// Begins with these users.
  init(_ handles: String...) throws {
    folder = try TemporaryFolder()
    network = try Network.create(at: folder.file("net.db"), patience: Patience(seconds: 30))
      .network
    for handle in handles { _ = try network.create(handle) }
  }
}

extension Network {
  func create(_ handle: String) throws(ServiceError) -> Outcome.Result {
    let report = try users.create(
      [item(handle)], draft: { UserDraft(handle: $0, createdAt: Moment(seconds: 1)) }, BulkMode())
    return try report[0].get().result
  }

  func post(
    _ text: String, by handle: String, isPrivate: Bool = false, at microseconds: Int64 = 1
  ) throws(ServiceError) -> Outcome {
    let draft: PostDraft?
    do {
      draft = PostDraft(
        text: try PostText(text), isPrivate: isPrivate, at: Moment(microseconds: microseconds))
    } catch {
      throw .badValue(error)
    }
    guard let draft else { throw .emptyPost }
    return try posts.publish(draft, as: .named(Handle(stored: handle)))
  }

  func follow(_ follower: String, _ followee: String) throws(ServiceError) -> Outcome.Result {
    let viewer = Viewer.named(Handle(stored: follower))
    return try follows.follow([item(followee)], as: viewer, BulkMode())[0].get().result
  }

  func like(_ handle: String, _ number: Int, at: Int64 = 1) throws(ServiceError) -> Outcome.Result {
    let viewer = Viewer.named(Handle(stored: handle))
    let now = Moment(microseconds: at)
    return try likes.like([item(number)], as: viewer, at: now, BulkMode())[0].get().result
  }

  func counts(of handle: String) throws(ServiceError) -> Counts {
    try users.profile(of: Handle(stored: handle), as: .nobody).item.user.counts
  }
}

func item(_ handle: String) -> BulkItem<Handle> {
  BulkItem(input: handle, value: Handle(stored: handle))
}

func item(_ number: Int) -> BulkItem<Post.ID> {
  BulkItem(input: String(number), value: Post.ID(Int64(number)))
}

/// Every item of a list, read in small pages.
func all<Item>(_ page: (PageRequest) throws -> Page<Item>) throws -> [Item] {
  var items: [Item] = []
  var request = PageRequest(limit: 3)
  while true {
    let page = try page(request)
    items += page.items
    guard let next = page.next else { return items }
    request.after = next
  }
}

extension Post {
  var number: Int { Int(id.number) }
}

extension ServiceError {
  /// The contract's code for what random deeds can be refused with.
  var code: String {
    switch self {
    case .refused(_, let reason): reason.code
    case .userExists: "user_exists"
    case .noSuchUser: "no_such_user"
    case .noSuchPost: "no_such_post"
    case .notYours: "not_yours"
    case .selfDeed: "self"
    default: "\(self)"
    }
  }
}
