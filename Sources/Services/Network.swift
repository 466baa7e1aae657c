/// One social network: the services, on one file.
package struct Network {
  package let users: UserService
  package let posts: PostService
  package let follows: FollowService
  package let likes: LikeService
  package let timeline: TimelineService
  package let file: FileService
  package let seeds: SeedService

  init(store: Store) {
    users = UserService(store: store)
    posts = PostService(store: store)
    follows = FollowService(store: store)
    likes = LikeService(store: store)
    timeline = TimelineService(store: store)
    file = FileService(store: store)
    seeds = SeedService(store: store)
  }
}
