import Terminal

Descriptors.secure()
Memory.keepWhatIsFreed()
let surroundings = ProcessEnvironment(environment: Environment(), console: Console())
let status = Program(arguments: Invocation.arguments, in: surroundings).run()
Invocation.end(with: status.rawValue)
