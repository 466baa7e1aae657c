import Foundation
import Terminal
import Testing

@Suite struct StandardDescriptorsTests {
  @Test func `open descriptors stay what they are`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      StandardDescriptors.secure()
      try Console().write("still here")
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output.contains("still here"))
  }

  @Test func `a file beyond its limit is an error instead of a signal`() async {
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
