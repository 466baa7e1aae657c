import CommandLine

/// All commands of the program, in the order of the overview.
enum AllCommands {
  static let list: CommandList = CommandList(
    [
      CommandEntry(CreateUserCommand.self), CommandEntry(EditProfileCommand.self),
      CommandEntry(DeleteUserCommand.self), ListCommands.users,
      PostCommand.entry(.post), PostCommand.entry(.reply), PostCommand.entry(.quote),
      CommandEntry(EditPostCommand.self), EdgeVerb.entry("repost"), EdgeVerb.entry("unrepost"),
      CommandEntry(DeletePostCommand.self), FlagCommand.flag, FlagCommand.unflag,
      ListCommands.flags, CommandEntry(ModerateCommand.self),
      EdgeVerb.entry("follow"), EdgeVerb.entry("unfollow"), ListCommands.followers,
      ListCommands.following, ListCommands.friends, FollowsCommand.entry, ListCommands.suggest,
      EdgeVerb.entry("like"), EdgeVerb.entry("unlike"), ListCommands.likers,
      EdgeVerb.entry("bookmark"), EdgeVerb.entry("unbookmark"), ListCommands.bookmarks,
      EdgeVerb.entry("mute"), EdgeVerb.entry("unmute"), ListCommands.muted,
      CommandEntry(ShowCommand.self), CommandEntry(TimelineCommand.self),
      CommandEntry(NoticesCommand.self), ListCommands.explore, ListCommands.search,
      ListCommands.postsOfUser, ListCommands.hashtag, ListCommands.hashtags,
      CommandEntry(ViewCommand.self), ListCommands.conversation,
    ] + IdentityCommands.all + [
      CommandEntry(BrowseCommand.self), CommandEntry(DemoCommand.self),
      CommandEntry(WatchCommand.self),
      CommandEntry(ReplCommand.self), CommandEntry(RunCommand.self),
      FileCommands.create, CommandEntry(SeedCommand.self), FileCommands.info, FileCommands.cache,
      FileCommands.clearCache, FileCommands.sql, CommandEntry(DoctorCommand.self),
      FileCommands.backup,
    ] + ConfigurationCommands.all + [ProgramCommands.help, ProgramCommands.completions],
    keys: keys, details: { .ofProgram })

  /// The keys of the configuration, and their options.
  private static let keys: [ConfigurationKey] = [
    .init("color") { GlobalOptions.color.shape }, .init("ascii") { GlobalOptions.ascii.shape },
    .init("wait") { GlobalOptions.wait.shape },
    .init("list.limit") { ListOptions.limit.shape },
    .init("show.limit") { ShowCommand.limit.shape },
    .init("show.columns") { ShowCommand.columns.shape },
    .init("show.glyphs") { PictureOptions.glyphs.shape },
    .init("show.light") { PictureOptions.light.shape },
    .init("browse.header") { BrowseCommand.header.shape },
    .init("browse.no-motion") { BrowseCommand.noMotion.shape },
    .init("browse.no-mouse") { BrowseCommand.noMouse.shape },
    .init("browse.linear") { BrowseCommand.linear.shape },
  ]

  static let catalog: CommandCatalog = list.catalog
}
