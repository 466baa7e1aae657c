import CommandLine
import Model

/// The commands of the program, as far as hints need them.
struct KnownCommands: Sendable {
  let catalog: CommandCatalog
  /// Whether the command of a parsed line accepts its values.
  let accepts: @Sendable (Parsed) -> Bool
}

/// The line and its surroundings, as far as the words of an error need them.
struct FailureContext {
  let commands: KnownCommands
  /// The command that was asked for, if it came to that.
  var declaration: Declaration?
  /// Where the line stands, as in `seed.pctl:12`; nil for a line that was typed.
  var place: String?
  /// The path of the database, as far as one was chosen.
  var database: String?
  /// Whether it lies in the program's own folder, which is made when it is needed.
  var isInOwnFolder = false
  /// Who acts because PROFILECTL_USER says so.
  var userByVariable: Handle?
  /// Whether a shell gave the line, and has taken its own signs out of it.
  var isFromShell = false
  /// Whether the network has no users.
  var isNetworkEmpty = false
  /// A user who could log in.
  var somebody: Handle?
  /// The post whose number was typed for somebody's name.
  var postNamed: Post.ID?
  /// The words after the program's name, to be offered again with one more.
  var words: [String]
  /// The places of those that were quoted, so that they were not typed as they stand there.
  var quotedPlaces: [Int] = []
  /// The line they stand in, where it may have a comment.
  var line: [UInt8] = []
  /// Who acts on every line of the prompt, as long as none logs in.
  var userAtPrompt: Handle?
  /// Whether several things were to be done, all or none.
  var isAllOrNone = false
  /// Whether it is one of several refusals of a line that goes on.
  var isOneOfMany = false
  /// Whether the next line is typed at a prompt of this program.
  var isAtPrompt = false
  /// Whether that is the browser's, where lines of this program begin with the colon.
  var isInBrowser = false
  /// Whether lines before it are undone with it.
  var isUndone = false
  /// The database as the line named it, or the line that runs its script; nil if none did.
  var namedDatabase: String?
  /// Whom the next line has to name to act as this one did.
  var namedUser: Handle?
  /// What was to be changed, by this line or by those before it that wait for the same commit.
  var reach = Reach.network
  /// What of the change is on the disk, whatever the error is.
  var saved: SavedPart
  /// Whether the output is ASCII only.
  var isASCII = false

  init(
    of commands: KnownCommands, declaration: Declaration? = nil, place: String? = nil,
    database: String? = nil,
    words: [String] = [], saved: SavedPart = .nothing
  ) {
    self.commands = commands
    self.declaration = declaration
    self.place = place
    self.database = database
    self.words = words
    self.saved = saved
  }
}
