import CSQLite
import Glibc

/// The folder of the harness, which holds `net.db` and its salvage.
let folder = getenv("SCRATCH").map { String(cString: $0) } ?? "."
let path = folder + "/net.db"

/// Whether a salvage of the file is sound or is refused without an internal error.
///
/// `check` gets the answers of the salvaged network.
func isSalvaged(_ check: (Answer) -> Bool = { $0.isClean }) -> Bool {
  let target = folder + "/new.db"
  defer { for end in ["", "-lock"] { unlink(target + end) } }
  do {
    _ = try SQLiteStore.salvage(
      path, to: target, patience: Patience(seconds: 5), interrupts: Interrupts())
  } catch {
    if case .storage(.internal) = ServiceError(error) { return false }
    return true
  }
  return Answer(at: target).map(check) ?? false
}

/// Prints a violated property and returns false.
func fault(_ words: String) -> Bool {
  let line = Array("property: \(words)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  return false
}

/// Applies a list of changes to a file.
///
/// A change is three bytes of offset, one byte of length, and the new bytes; length 0 truncates.
func changed(_ file: [UInt8], by changes: [UInt8]) -> [UInt8] {
  var file = file
  var rest = changes[...]
  while rest.count >= 4, !file.isEmpty {
    let place = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) } % file.count
    let count = Int(rest.dropFirst(3).first ?? 0)
    let piece = rest.dropFirst(4).prefix(min(count, file.count - place))
    if count == 0 { file.removeLast(file.count - place) }
    file.replaceSubrange(place..<place + piece.count, with: piece)
    rest = rest.dropFirst(4 + piece.count)
  }
  return file
}

/// The answers of a network to all reading methods.
struct Answer {
  /// Whether a deep examination ran and found nothing.
  private(set) var isClean = false
  private(set) var words: [String] = []

  /// Nil if a method throws an internal error.
  init?(at path: String = path) {
    do {
      let network = try asServiceErrors {
        Network(store: try SQLiteStore.open(at: path, patience: Patience(seconds: 0)))
      }
      for read in reads {
        guard let answer = Answer.text(of: { try read(network) }) else { return nil }
        words.append(answer)
      }
      isClean = words.first == "[]"
    } catch ServiceError.storage(.internal) {
      return nil
    } catch {
      guard error is ServiceError else { return nil }
    }
  }

  private static func text(of read: () throws -> String) -> String? {
    do {
      return try read()
    } catch ServiceError.storage(.internal) {
      return nil
    } catch {
      return error is ServiceError ? "refused" : nil
    }
  }
}

private typealias Read = @Sendable (Network) throws -> String

private let all = PageRequest(limit: 50)

/// Reads of rows with checksums; the deep examination comes first.
private let reads: [Read] =
  [
    { "\(try $0.file.examine(isDeep: true))" },
    { "\(try $0.posts.explore(as: .nobody, all))" },
    { "\(try $0.posts.search("the", as: .nobody, all))" },
    { "\(try $0.posts.flags(all))" },
    { "\(try $0.users.find(nil, as: .nobody, all))" },
    { "\(try $0.users.find("a", as: .nobody, all))" },
    { network in
      let posts = try network.posts.explore(as: .nobody, all).items
      return try posts.map { post in
        let likers = try network.likes.likers(of: post.id, as: .nobody, all)
        let picture = try post.image.flatMap { try network.pictures.original($0.hash) }
        return "\(likers) \(picture.hashValue)"
      }.joined()
    },
  ] + people.flatMap(reads)

private func reads(of person: Handle) -> [Read] {
  let me = Viewer.named(person)
  return [
    { "\(try $0.timeline.home(of: me, all))" },
    { "\(try $0.follows.suggestions(for: me, all))" },
    { "\(try $0.follows.followers(of: person, as: me, all))" },
    { "\(try $0.follows.following(by: person, as: me, all))" },
    { "\(try $0.follows.friends(of: person, as: me, all))" },
    { network in
      try ProfileTab.allCases.map { "\(try network.users.show(person, tab: $0, as: me, all))" }
        .joined()
    },
  ]
}

// MARK: The network and its file

private let people = ["ana", "bob", "cleo"].map { Handle(stored: $0) }

/// Makes a small network in a new file.
func makeNetwork() throws {
  unlink(path)
  let order = try SeedOrder(users: 4, posts: 9, follows: 8, likes: 12, pictures: 1)
  let patience = Patience(seconds: 5)
  let plan = try SeedPlan(order) { _ in }
  try SQLiteStore.fill(newFileAt: path, patience: patience, interrupts: Interrupts()) {
    try $0.load(plan.network) { _ in }
  }
  let network = Network(store: try SQLiteStore.open(at: path, patience: patience))
  let drafts = people.map { BulkItem(input: $0.text, value: $0) }
  _ = try network.users.create(
    drafts, draft: { UserDraft(handle: $0, createdAt: SeedOrder.to) }, BulkMode())
  for (place, person) in people.enumerated() {
    let me = Viewer.named(person)
    let others = drafts.filter { $0.value != person }
    _ = try network.follows.follow(others, as: me, at: Moment(seconds: 1), BulkMode())
    let posts = (1...3).map { BulkItem(input: "", value: Post.ID(Int64(place + $0))) }
    _ = try network.likes.like(posts, as: me, at: SeedOrder.to, BulkMode())
    _ = try network.posts.flag(Post.ID(2), reason: nil, as: me, at: SeedOrder.to)
    let text = try PostText("A note of the \(place)th")
    guard let draft = PostDraft(text: text, isPrivate: place == 0, at: SeedOrder.to) else {
      continue
    }
    _ = try network.posts.publish(draft, as: me)
  }
}

func put(_ bytes: [UInt8], at path: String = path) -> Bool {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  defer { close(descriptor) }
  return write(descriptor, bytes, bytes.count) == bytes.count
}

func contents(of path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY)
  defer { close(descriptor) }
  let size = lseek(descriptor, 0, SEEK_END)
  guard size >= 0 else { return nil }
  var bytes = [UInt8](repeating: 0, count: size)
  return pread(descriptor, &bytes, size, 0) == size ? bytes : nil
}

/// Whether the folder holds only the database and its lock.
var isAlone: Bool {
  guard let open = opendir(folder) else { return false }
  defer { closedir(open) }
  var names: Set<String> = []
  while let entry = readdir(open) {
    withUnsafePointer(to: entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 256) {
        _ = names.insert(String(cString: $0))
      }
    }
  }
  return names.isSubset(of: [".", "..", "net.db", "net.db-lock"])
}
