import Model
import Rendering

/// A small profile with a picture, for export.
enum KeptSample {
  /// A red sun over a green field.
  static let thumbnail: Thumbnail = {
    var pixels: [UInt8] = []
    for y in 0..<Thumbnail.height {
      for x in 0..<Thumbnail.width {
        let (dx, dy) = (x - 48, y - 45)
        let sky: [UInt8] = [90, UInt8(130 + y / 2), 220]
        let ground: [UInt8] = [40, UInt8(160 - y / 2), 60]
        pixels += dx * dx + dy * dy < 400 ? [235, 70, 50] : y < 80 ? sky : ground
      }
    }
    guard let thumbnail = Thumbnail(pixels: pixels) else { fatalError("it has all its pixels") }
    return thumbnail
  }()

  static let content = PictureContent(thumbnail)

  static func drawing(avatar: Thumbnail? = nil) -> ProfileDrawing {
    ProfileDrawing(
      Sample.ana, tab: .posts, posts: Sample.posts, hasViewer: true,
      thumbnails: ["ab12": thumbnail], avatar: avatar)
  }

  static func document(
    of profile: Profile = Sample.ana, posts: [Post] = Sample.posts, avatar: String? = nil,
    banner: String? = nil, answers: [Post.ID: [Post]] = [:]
  ) -> ProfileDocument {
    var profile = profile
    profile.user.avatar = avatar.map { Image(width: 96, height: 125, bytes: 9, hash: $0) }
    profile.user.banner = banner.map { Image(width: 96, height: 125, bytes: 9, hash: $0) }
    func shown(_ tab: ProfileTab, _ posts: [Post], next: Cursor? = nil) -> ShownProfile {
      ShownProfile(
        profile: Entry(profile, at: Cursor(.user, 1)), tab: tab,
        posts: Page(
          entries: posts.map { Entry($0, at: Cursor(.post, $0.createdAt.microseconds)) },
          next: next),
        hasViewer: true)
    }
    return ProfileDocument(
      profile, tabs: [shown(.posts, posts, next: Cursor(.post, 5)), shown(.likes, [])],
      chosen: .posts, hasViewer: true,
      pictures: Set(["ab12", avatar, banner].compactMap(\.self)), replies: answers)
  }

  static let traits = Traits(width: 80, depth: .trueColor, now: Sample.now)
}

extension ProfileDocument {
  /// The page with the same picture in all places.
  func output(in traits: Traits) -> Output {
    page(in: traits).pieces.reduce(into: Output()) { output, piece in
      switch piece {
      case .text(let bytes): for byte in bytes { output.append(byte) }
      case .picture: output.append(KeptSample.content.address)
      }
    }
  }
}
