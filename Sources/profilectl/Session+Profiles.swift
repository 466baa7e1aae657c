import Model
import Rendering
import Services

/// Profiles as they are shown.
extension Session {
  /// A profile with a page of one of its tabs and the thumbnails of what is on it, all of one
  /// moment.
  func profile(
    of user: Handle?, tab: ProfileTab, _ page: PageRequest
  ) throws -> (shown: ShownProfile, thumbnails: ThumbnailSet) {
    let network = try network()
    let viewer = try viewer()
    var thumbnails = ThumbnailSet()
    let shown = try network.atOneMoment { () throws(ServiceError) in
      let shown = try network.users.show(user, tab: tab, as: viewer, page)
      if drawsPictures {
        thumbnails = try network.pictures.thumbnails(
          of: shown.posts.items, avatarOf: shown.profile.item.user.id)
      }
      return shown
    }
    return (shown, thumbnails)
  }

  /// Has the browser that the line was typed in go to somebody's profile.
  func goInBrowser(to user: Handle?) throws {
    let network = try network()
    host.wanted = try network.users.profile(of: user, as: try viewer()).item.user.handle
  }
}
