/// The headings under which the overview lists commands, in their order.
enum CommandGroup: String, CaseIterable, Sendable {
  case people = "People"
  case posts = "Posts"
  case follows = "Follows and likes"
  case reading = "Reading"
  case session = "Who you are"
  case interactive = "Interactive"
  case file = "The file"
  case program = "The program"
}
