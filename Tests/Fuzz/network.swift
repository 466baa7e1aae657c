// Sources: Model SQLite Services
import CSQLite
import Glibc

/// A network with other bytes here and there is answered, or refused for what it is, and stays as
/// it is; what can be read of it is salvaged.
///
/// Where a deep look finds nothing, everything is answered as if nothing had happened.
func holds(_ bytes: [UInt8]) -> Bool {
  let file = changed(whole.file, by: bytes)
  guard put(file) else { return fault("the disk takes no file") }
  guard let answer = Answer() else { return fault("a refusal blames the program") }
  guard contents(of: path) == file else { return fault("the file is another") }
  guard isAlone else { return fault("something is left beside the file") }
  // It takes as long as all the rest together.
  if file.reduce(0, &+) % 4 == 0, !isSalvaged() { return fault("a salvage is not sound") }
  guard answer.isClean else { return true }
  for (told, before) in zip(answer.words, whole.answer.words) where told != before {
    return fault("nothing was found, and this is told:\n\(told)\ninstead of:\n\(before)")
  }
  return true
}

/// Whether what could be read of the file makes a sound one, or it was refused for what it is.
private func isSalvaged() -> Bool {
  let target = folder + "/new.db"
  defer { for end in ["", "-lock"] { unlink(target + end) } }
  let patience = Patience(seconds: 5)
  do {
    _ = try FileService.salvage(path, to: target, patience: patience)
  } catch ServiceError.internal {
    return false
  } catch {
    return error is ServiceError
  }
  return (try? Network.open(at: target, patience: patience).file.examine(isDeep: true)) == []
}

private func fault(_ words: String) -> Bool {
  let line = Array("property: \(words)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  return false
}

/// The file after a list of changes: three bytes for a place in it, one for how many follow, then
/// these, which are put there; where none follow, the file ends.
private func changed(_ file: [UInt8], by changes: [UInt8]) -> [UInt8] {
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

/// What the file has to say.
private struct Answer {
  /// Whether it could be looked at in depth, and nothing was found.
  private(set) var isClean = false
  private(set) var words: [String] = []

  /// Nil when something is refused as if the program were to blame.
  init?() {
    do {
      let network = try Network.open(at: path, patience: Patience(seconds: 0))
      for read in reads {
        guard let told = Answer.told({ try read(network) }) else { return nil }
        words.append(told)
      }
      if isPlanted { words[0] = "[]" }
      isClean = words.first == "[]"
    } catch ServiceError.internal {
      return nil
    } catch {
      guard error is ServiceError else { return nil }
    }
  }

  private static func told(_ read: () throws -> String) -> String? {
    do {
      return try read()
    } catch ServiceError.internal {
      return nil
    } catch {
      return error is ServiceError ? "refused" : nil
    }
  }
}

private typealias Read = @Sendable (Network) throws -> String

private let all = PageRequest(limit: 50)

/// Whatever rests on rows that have a checksum; the deep look comes first.
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

/// The file of a small network, and what it says unchanged.
private let whole: (file: [UInt8], answer: Answer) = {
  do {
    try makeNetwork()
    guard let file = contents(of: path), let answer = Answer(), answer.isClean else {
      fatalError("the network is not sound")
    }
    return (file, answer)
  } catch {
    fatalError("no network: \(error)")
  }
}()

private func makeNetwork() throws {
  unlink(path)
  let order = try SeedOrder(users: 4, posts: 9, follows: 8, likes: 12, pictures: 1)
  let patience = Patience(seconds: 5)
  try SeedService.make(try SeedService.plan(order) { _ in }, at: path, patience: patience) { _ in }
  let network = try Network.open(at: path, patience: patience)
  let drafts = people.map { BulkItem(input: $0.text, value: $0) }
  _ = try network.users.create(
    drafts, draft: { UserDraft(handle: $0, createdAt: SeedOrder.to) }, BulkMode())
  for (place, person) in people.enumerated() {
    let me = Viewer.named(person)
    let others = drafts.filter { $0.value != person }
    _ = try network.follows.follow(others, as: me, BulkMode())
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

private let folder = getenv("SCRATCH").map { String(cString: $0) } ?? "."
private let path = folder + "/net.db"

private func put(_ file: [UInt8]) -> Bool {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  defer { close(descriptor) }
  return write(descriptor, file, file.count) == file.count
}

private func contents(of path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY)
  defer { close(descriptor) }
  let size = lseek(descriptor, 0, SEEK_END)
  guard size >= 0 else { return nil }
  var bytes = [UInt8](repeating: 0, count: size)
  return pread(descriptor, &bytes, size, 0) == size ? bytes : nil
}

/// Whether nothing but a lock lies beside the file.
private var isAlone: Bool {
  guard let open = opendir(folder) else { return false }
  defer { closedir(open) }
  var names: Set<String> = []
  while let entry = readdir(open) {
    names.insert(String(cString: csqlite_entry_name(entry)))
  }
  return names.isSubset(of: [".", "..", "net.db", "net.db-lock"])
}

// MARK: Where to begin

/// Fields of the header, the end of the file at a page, and the heads of pages.
let corpus: [[UInt8]] =
  [
    [0, 0, 16, 2, 2, 0], [0, 0, 18, 2, 1, 1], [0, 0, 20, 1, 12], [0, 0, 28, 4, 0, 0, 0, 1],
    [0, 0, 32, 8, 0, 0, 0, 3, 0, 0, 0, 1], [0, 0, 52, 4, 0, 0, 0, 0], [0, 0, 56, 4, 0, 0, 0, 2],
    [0, 0, 60, 4, 0, 0, 0, 99], [0, 0, 68, 4, 0, 0, 0, 0], [0, 0, 99, 0], [0, 0x20, 0, 0],
  ] + stride(from: 4_096, to: whole.file.count, by: 4_096).flatMap(corpus)

/// The kind of a page, its count of cells, where its first one lies, and a byte of that.
private func corpus(ofPageAt start: Int) -> [[UInt8]] {
  let heads: [(place: Int, bytes: [UInt8])] = [
    (0, [5]), (3, [0xFF, 0xFF]), (8, [0, 8]), (4_090, [7]),
  ]
  return heads.map { head in
    let place = start + head.place
    let digits = [place >> 16, place >> 8, place].map { UInt8($0 & 255) }
    return digits + [UInt8(head.bytes.count)] + head.bytes
  }
}
