/// All commands of the program, in the order of the overview.
enum AllCommands {
  static let list = CommandList(
    [
      CommandEntry(CreateUserCommand.self), CommandEntry(EditProfileCommand.self),
      CommandEntry(DeleteUserCommand.self), CommandEntry(UsersCommand.self),
      CommandEntry(PostCommand.self), CommandEntry(DeletePostCommand.self),
      CommandEntry(FlagCommand.self), CommandEntry(FlagsCommand.self),
      EdgeVerb.entry("follow"), EdgeVerb.entry("unfollow"), PeopleList.entry("followers"),
      PeopleList.entry("following"), PeopleList.entry("friends"),
      CommandEntry(FollowsCommand.self), CommandEntry(SuggestCommand.self),
      EdgeVerb.entry("like"), EdgeVerb.entry("unlike"), PeopleList.entry("likers"),
      CommandEntry(ShowCommand.self), CommandEntry(TimelineCommand.self),
      CommandEntry(ExploreCommand.self), CommandEntry(SearchCommand.self),
      CommandEntry(ViewCommand.self), CommandEntry(LoginCommand.self),
      CommandEntry(LogoutCommand.self), CommandEntry(WhoAmICommand.self),
      CommandEntry(BrowseCommand.self), CommandEntry(WatchCommand.self),
      CommandEntry(ReplCommand.self), CommandEntry(RunCommand.self),
      CommandEntry(InitCommand.self), CommandEntry(SeedCommand.self),
      CommandEntry(InfoCommand.self), CommandEntry(CacheCommand.self),
      CommandEntry(ClearCacheCommand.self), CommandEntry(SQLCommand.self),
      CommandEntry(DoctorCommand.self), CommandEntry(BackupCommand.self),
      CommandEntry(HelpCommand.self), CommandEntry(CompletionsCommand.self),
    ], details: { .ofProgram })

  static let catalog = list.catalog
}
