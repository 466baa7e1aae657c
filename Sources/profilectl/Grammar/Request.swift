/// What a command line asks for.
enum Request {
  case command(any Command.Type, Parsed)
  case help(HelpSubject)
  case version
}

/// What help can be about.
enum HelpSubject {
  case overview
  case command(any Command.Type)
  case topic(Topic)
}
