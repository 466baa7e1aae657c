import Files
import Terminal

StandardDescriptors.secure()
Memory.keepFreedMemory()
let environment = ProcessEnvironment(variables: Environment(), console: Console())
let status = Program(
  arguments: Invocation.arguments, in: environment.hidingPassword()
).run()
Invocation.end(with: status.rawValue)
