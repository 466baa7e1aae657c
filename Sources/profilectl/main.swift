import Terminal

Descriptors.secure()
let surroundings = Surroundings(environment: Environment(), console: Console())
let program = Program(arguments: Invocation.arguments, in: surroundings)
program.end(with: program.run())
