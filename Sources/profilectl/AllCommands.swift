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
      FileCommands.backup, ProgramCommands.help, ProgramCommands.completions,
    ], details: { .ofProgram })

  static let catalog: CommandCatalog = list.catalog
}
