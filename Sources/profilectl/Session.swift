/// What a command may use while it runs.
final class Session {}
