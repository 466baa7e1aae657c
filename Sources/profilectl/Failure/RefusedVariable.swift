/// An environment variable whose value can't be taken; its name stands in the place of an option's.
struct RefusedVariable: Error, Equatable, Sendable {
  let refusal: RefusedValue
}
