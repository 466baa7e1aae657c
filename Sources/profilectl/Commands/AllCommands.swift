/// The one list of everything that can be asked for.
enum AllCommands {
  static let types: [any Command.Type] = []
}
