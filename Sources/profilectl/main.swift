import Files
import Terminal

// A closed descriptor becomes /dev/null, so that no file opens in its place.
StandardDescriptors.secure()
// Returning memory to the system costs page faults.
Memory.keepFreedMemory()
let environment = ProcessEnvironment(variables: Environment(), console: Console())
// A pager or an editor does not inherit the password of a server.
let status = Program(
  arguments: Invocation.arguments, in: environment.hidingPassword()
).run()
Invocation.end(with: status.rawValue)
