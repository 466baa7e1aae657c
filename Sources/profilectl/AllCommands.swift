import CommandLine

/// The one list of everything that can be asked for, in the order of the overview.
enum AllCommands {
  static let catalog = CommandCatalog(types)

  /// The command that a line of a catalog's grammar asks for.
  static func type(of declaration: Declaration) -> any Command.Type {
    let length = declaration.name.utf8.count
    let type = types.first { $0.name.utf8.count == length && $0.name == declaration.name }
    guard let type else { preconditionFailure("Requests name commands of the catalog only.") }
    return type
  }

  /// What a line changes, or would change in earnest.
  static func reach(of parsed: Parsed) -> Reach { type(of: parsed.declaration).reach(of: parsed) }

  static let types: [any Command.Type] = [
    CreateUserCommand.self,
    EditProfileCommand.self,
    DeleteUserCommand.self,
    UsersCommand.self,
    PostCommand.self,
    DeletePostCommand.self,
    FlagCommand.self,
    FlagsCommand.self,
    FollowCommand.self,
    UnfollowCommand.self,
    FollowersCommand.self,
    FollowingCommand.self,
    FriendsCommand.self,
    FollowsCommand.self,
    SuggestCommand.self,
    LikeCommand.self,
    UnlikeCommand.self,
    LikersCommand.self,
    ShowCommand.self,
    TimelineCommand.self,
    ExploreCommand.self,
    SearchCommand.self,
    ViewCommand.self,
    LoginCommand.self,
    LogoutCommand.self,
    WhoAmICommand.self,
    BrowseCommand.self,
    WatchCommand.self,
    ReplCommand.self,
    RunCommand.self,
    InitCommand.self,
    SeedCommand.self,
    InfoCommand.self,
    CacheCommand.self,
    ClearCacheCommand.self,
    SQLCommand.self,
    DoctorCommand.self,
    BackupCommand.self,
    HelpCommand.self,
    CompletionsCommand.self,
  ]
}
