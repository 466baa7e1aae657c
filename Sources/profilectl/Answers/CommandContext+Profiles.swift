import Browser
import Model
import Rendering
import Services

/// Profiles as they are shown.
extension CommandContext {
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

  /// Somebody's profile, to go to in the browser that the line was typed in.
  func destination(_ user: Handle?) throws -> Destination {
    let profile = try network().users.profile(of: user, as: try viewer())
    return Destination(person: Person(profile.item.user))
  }
}
