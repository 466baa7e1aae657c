/// What help can be about.
enum HelpSubject {
  case overview
  case command(any Command.Type)
  case topic(Topic)
}
