import Foundation
import Terminal
import Testing

@Suite struct StandardDescriptorsTests {
  @Test func `open descriptors are kept`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      StandardDescriptors.secure()
      try Console().write("still here")
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("still here"))
  }

  @Test func `SIGPIPE and SIGXFSZ are ignored`() async {
    await #expect(processExitsWith: .success) {
      StandardDescriptors.secure()
      var action = sigaction()
      for signal in [SIGPIPE, SIGXFSZ] {
        sigaction(signal, nil, &action)
        #expect(action.__sigaction_handler.sa_handler != nil, "SIG_IGN is 1, SIG_DFL is nil.")
        raise(signal)
      }
    }
  }
}
