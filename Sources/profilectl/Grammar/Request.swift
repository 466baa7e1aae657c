/// What a command line asks for.
enum Request {
  case command(any Command.Type, Parsed)
  case help(HelpSubject)
  case version
}
