import CommandLine

/// All commands of the program, in the order of the overview.
enum AllCommands {
  static let list: CommandList = CommandList(
    [
      CommandEntry(CreateUserCommand.self), CommandEntry(EditProfileCommand.self),
      CommandEntry(DeleteUserCommand.self), ListCommands.users,
      CommandEntry(PostCommand.self), CommandEntry(DeletePostCommand.self),
      CommandEntry(FlagCommand.self), ListCommands.flags,
      EdgeVerb.entry("follow"), EdgeVerb.entry("unfollow"), ListCommands.followers,
      ListCommands.following, ListCommands.friends, FollowsCommand.entry, ListCommands.suggest,
      EdgeVerb.entry("like"), EdgeVerb.entry("unlike"), ListCommands.likers,
      CommandEntry(ShowCommand.self), CommandEntry(TimelineCommand.self), ListCommands.explore,
      ListCommands.search, CommandEntry(ViewCommand.self),
    ] + IdentityCommands.all + [
      CommandEntry(BrowseCommand.self), CommandEntry(WatchCommand.self),
      CommandEntry(ReplCommand.self), CommandEntry(RunCommand.self),
      FileCommands.create, CommandEntry(SeedCommand.self), FileCommands.info, FileCommands.cache,
      FileCommands.clearCache, FileCommands.sql, CommandEntry(DoctorCommand.self),
      FileCommands.backup, ProgramCommands.help, ProgramCommands.completions,
    ], details: { .ofProgram })

  static let catalog: CommandCatalog = list.catalog
}
