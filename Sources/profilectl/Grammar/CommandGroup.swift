/// The headings under which the overview lists commands, in their order.
enum CommandGroup: String, CaseIterable, Sendable {
  case people = "People"
  case posts = "Posts"
  case follows = "Follows and likes"
  case reading = "Reading"
  case session = "Identity"
  case interactive = "Interactive"
  case file = "Database"
  case program = "Program"
}
