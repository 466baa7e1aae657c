import Foundation
import Terminal
import Testing

@Suite struct DescriptorsTests {
  @Test func `a closed output can't be written and keeps its number`() async {
    await #expect(processExitsWith: .success) {
      close(1)
      close(2)
      Descriptors.secure()
      let opened = open("/dev/zero", O_RDONLY)
      #expect(opened > 2)
      for stream in [StandardStream.output, .error] {
        #expect(throws: ConsoleError.failed(stream, errno: EBADF)) {
          try Console().write("lost", to: stream)
        }
      }
    }
  }

  @Test func `a closed input is an empty one`() async {
    await #expect(processExitsWith: .success) {
      close(0)
      Descriptors.secure()
      let line = try StandardInput().nextLine()
      #expect(line == nil)
    }
  }

  @Test func `open descriptors stay what they are`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      Descriptors.secure()
      try Console().write("still here")
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("still here"))
  }

  @Test func `a file beyond its limit is an error instead of a signal`() async {
    await #expect(processExitsWith: .success) {
      Descriptors.secure()
      var action = sigaction()
      for signal in [SIGPIPE, SIGXFSZ] {
        sigaction(signal, nil, &action)
        #expect(action.__sigaction_handler.sa_handler != nil, "SIG_IGN is 1, SIG_DFL is nil.")
        raise(signal)
      }
    }
  }
}
