import Terminal

StandardDescriptors.secure()
Memory.keepWhatIsFreed()
let environment = ProcessEnvironment(variables: Environment(), console: Console())
let status = Program(arguments: Invocation.arguments, in: environment).run()
Invocation.end(with: status.rawValue)
