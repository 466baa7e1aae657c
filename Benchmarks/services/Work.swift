import Model
import Services

/// One kind of work; each does what the baseline does under the same name.
enum Work: String {
  case follow, batch, profile, timeline, post, tagged, notices, mentions, thread, tag

  /// `subject` is a file of names in pairs, a name, a post or a hashtag; `file` names those whom
  /// posts mention.
  func run(on network: Network, _ subject: String, times: Int, file: String?) throws {
    switch self {
    case .follow: try Work.follow(NamePair.read(from: subject), on: network)
    case .batch: try Work.followInBatches(NamePair.read(from: subject), on: network)
    case .profile: try Work.readProfiles(of: Handle(subject), times, on: network)
    case .timeline: try Work.readTimeline(of: Handle(subject), times, on: network)
    case .post: try Work.post("today.", as: Handle(subject), times, on: network)
    case .tagged:
      let names = NamePair.lines(of: file ?? "/dev/null").joined()
      let mentions = names.map { "@\($0)" }.joined(separator: " ")
      try Work.post("\(mentions) #today #or #later", as: Handle(subject), times, on: network)
    case .notices:
      try Work.readNotices(of: Handle(subject), NoticeService.allKinds, times, on: network)
    case .mentions:
      try Work.readNotices(of: Handle(subject), [.reply, .mention], times, on: network)
    case .thread: try Work.readConversation(of: Int64(subject) ?? 1, times, on: network)
    case .tag: try Work.readHashtag(subject, times, on: network)
    }
  }

  /// Each follow in a durable transaction of its own.
  private static func follow(_ pairs: [NamePair], on network: Network) throws {
    var times = Times()
    for pair in pairs {
      try times.note {
        let item = BulkItem(input: pair.second.text, value: pair.second)
        _ = try network.follows.follow(
          [item], as: .named(pair.first), at: Moment(seconds: 1), BulkMode())
      }
    }
    times.printWorst()
  }

  /// The first person of the file follows all the second ones, each in a deed of its own.
  private static func followInBatches(_ pairs: [NamePair], on network: Network) throws {
    guard let follower = pairs.first?.first else { return }
    let items = pairs.map { BulkItem(input: $0.second.text, value: $0.second) }
    _ = try network.follows.follow(
      items, as: .named(follower), at: Moment(seconds: 1), BulkMode(keepsGoing: true))
  }

  private static func readProfiles(of handle: Handle, _ count: Int, on network: Network) throws {
    var times = Times()
    for _ in 0..<count {
      try times.note {
        _ = try network.users.show(handle, tab: .posts, as: .nobody, PageRequest(limit: 9))
      }
    }
    times.printP99()
  }

  private static func readTimeline(of handle: Handle, _ count: Int, on network: Network) throws {
    var times = Times()
    var sum: Int64 = 0
    for _ in 0..<count {
      try times.note {
        let page = try network.timeline.home(of: .named(handle), PageRequest(limit: 20))
        sum = page.items.reduce(0) { $0 + $1.id.number }
      }
    }
    print("answer \(sum)")
    times.printP99()
  }

  private static func post(
    _ end: String, as handle: Handle, _ count: Int, on network: Network
  ) throws {
    for number in 0..<count {
      let text = try PostText("Number \(number) of what I have to say \(end)")
      guard let draft = PostDraft(text: text, at: Clock.wall) else { continue }
      _ = try network.posts.publish(draft, as: .named(handle))
    }
  }

  private static func readNotices(
    of handle: Handle, _ kinds: Set<Notice.Kind>, _ count: Int, on network: Network
  ) throws {
    try read(count) {
      try network.notices.page(for: .named(handle), kinds, PageRequest(limit: 20)).items.count
    }
  }

  private static func readConversation(
    of post: Int64, _ count: Int, on network: Network
  ) throws {
    try read(count) {
      try network.conversations.thread(of: Post.ID(post), as: .nobody, PageRequest(limit: 20))
        .items.count
    }
  }

  private static func readHashtag(_ tag: String, _ count: Int, on network: Network) throws {
    guard let tag = Hashtag(tag) else { return }
    try read(count) {
      try network.posts.page(of: .hashtag(tag), as: .nobody, PageRequest(limit: 20)).items.count
    }
  }

  /// Reads a page again and again.
  private static func read(_ count: Int, _ page: () throws -> Int) throws {
    var times = Times()
    var sum = 0
    for _ in 0..<count { try times.note { sum += try page() } }
    print("answer \(sum)")
    times.printP99()
  }
}
