// swift-tools-version: 6.2
import PackageDescription

/// One set of compiler rules for every target: `docs/decisions/0001-one-strict-compiler.md`.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Tests may import Foundation, and call C without `unsafe`.
let lenient: [SwiftSetting] = [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]

let linuxRelease = BuildSettingCondition.when(platforms: [.linux], configuration: .release)

/// Links the release binary statically: `docs/decisions/0002-static-executable.md`.
let staticSwift: [SwiftSetting] = [.unsafeFlags(["-static-executable"], linuxRelease)]
let staticLink: [LinkerSetting] = [
  .unsafeFlags(["-static-executable", "-Xlinker", "--gc-sections", "-Xlinker", "-s"], linuxRelease)
]

/// libpq and all that it needs, for which Debian has static libraries; `Scripts/setup` fetches the
/// two of `.build/postgres`.
let staticPostgres = [
  "-L.build/postgres", "-lpq", "-lpgcommon_shlib", "-lpgport_shlib", "-lssl", "-lcrypto",
]

/// Optimises the libraries in debug builds too, which halves the time of the tests.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// `data` names files or folders that are compiled into the code, such as
/// `PackageResources.page_css`.
func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], data: [String] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, resources: data.map { .embedInCode($0) },
    swiftSettings: strict + optimised + staticSwift)
}

/// `data` names golden files and stories, which are not compiled.
func tests(
  of name: String, _ dependencies: [Target.Dependency], data: [String] = []
) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: dependencies + ["Support"],
    exclude: data,
    swiftSettings: lenient,
  )
}

let package = Package(
  name: "profilectl",
  products: [
    .executable(name: "profilectl", targets: ["profilectl"]),
    .executable(name: "profilectl-picture", targets: ["profilectl-picture"]),
  ],
  targets: [
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CReadline", pkgConfig: "readline", providers: [.apt(["libreadline-dev"])]),
    .target(
      name: "CTerminal", dependencies: ["CReadline"],
      cSettings: [.unsafeFlags(["-D_GNU_SOURCE"])],
      linkerSettings: [.linkedLibrary("readline"), .linkedLibrary("tinfo")]),
    .target(
      name: "CPictures",
      linkerSettings: ["png16", "jpeg", "gif", "webpdemux", "webp", "z", "m"].map {
        .linkedLibrary($0)
      }),
    .target(
      name: "CPostgres",
      cSettings: [.define("STATIC_LIBPQ", linuxRelease)],
      linkerSettings: [
        .linkedLibrary("pq", .when(configuration: .debug)),
        .unsafeFlags(staticPostgres, linuxRelease),
      ]),
    // The bytes of sample.db, which the demo shows.
    .target(name: "CSample"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),

    .systemLibrary(name: "CFiles"),

    room("Model"),
    room("Files", ["CFiles"]),
    room("SQLText", ["Model"]),
    room("SQLite", ["SQLText", "CSQLite", "Files"]),
    room("Postgres", ["SQLText", "CPostgres"]),
    room("PNG", ["CZlib"]),
    room("Crypto", ["COpenSSL", "Model"]),
    room("Storage", ["SQLText", "Files", "Model"]),
    room("Seeding", ["CSample", "PNG", "Storage", "Model"], data: ["Languages/Sheets"]),
    room("Exchange", ["Storage", "Files", "Model", "CZlib"]),
    room("Sharing", ["Crypto", "Storage", "Files", "Model", "CZlib"]),
    room("SQLiteStorage", ["Storage", "SQLite", "SQLText", "Model"]),
    room("PostgresStorage", ["Storage", "Postgres", "SQLText", "Model"]),
    room("Services", ["Storage", "Model"]),
    room(
      "Rendering", ["PNG", "Model"], data: ["Export/page.css", "Export/page.js", "Export/site.css"]),
    room("Keys"),
    room("Browser", ["Keys", "Rendering", "Model"]),
    room("Terminal", ["CTerminal", "Files", "Keys"]),
    room("Pictures", ["Model"]),
    room("CommandLine", ["Model"]),
    .executableTarget(
      name: "profilectl",
      dependencies: [
        "CommandLine", "Services", "Storage", "SQLiteStorage", "PostgresStorage", "Seeding",
        "Exchange", "Sharing", "Browser", "Keys", "Rendering", "Terminal", "Files", "Pictures",
        "Model",
      ],
      swiftSettings: strict + staticSwift,
      linkerSettings: staticLink,
    ),
    .executableTarget(
      name: "profilectl-picture",
      dependencies: ["CPictures"],
      swiftSettings: strict + staticSwift,
      linkerSettings: staticLink,
    ),

    .executableTarget(
      name: "service-benchmarks",
      dependencies: ["Services", "Storage", "SQLiteStorage", "Model"],
      path: "Benchmarks/services",
      swiftSettings: lenient + staticSwift,
      linkerSettings: staticLink,
    ),

    // Makes the moving picture of the README.
    .executableTarget(
      name: "film", dependencies: ["Files", "PNG", "Rendering", "Screens", "Model"],
      path: "Scripts/film", swiftSettings: lenient + staticSwift, linkerSettings: staticLink),

    .target(
      name: "Support", dependencies: ["CSQLite"], path: "Tests/Support",
      swiftSettings: lenient + optimised + [.unsafeFlags(["-Xcc", "-D_GNU_SOURCE"])]),
    .target(
      name: "Screens", path: "Tests/Screens", swiftSettings: lenient + optimised + staticSwift),
    .target(
      name: "NetworkSupport",
      dependencies: [
        "Support", "Services", "Storage", "SQLiteStorage", "PostgresStorage", "Seeding", "SQLite",
        "CSQLite", "Model",
      ],
      path: "Tests/NetworkSupport", swiftSettings: lenient + optimised),
    tests(of: "Support", ["profilectl"], data: ["Golden", "Stories"]),
    tests(of: "Model", ["Model"]),
    tests(of: "SQLite", ["SQLite", "SQLText", "CSQLite"]),
    tests(of: "Postgres", ["Postgres", "SQLText"]),
    tests(of: "Storage", ["NetworkSupport", "Services", "Storage", "SQLite", "Model"]),
    tests(
      of: "SQLiteStorage",
      ["NetworkSupport", "Services", "Storage", "SQLiteStorage", "Seeding", "Model"]),
    tests(
      of: "PostgresStorage",
      ["NetworkSupport", "PostgresStorage", "SQLiteStorage", "Services", "Storage", "Model"]),
    tests(of: "PNG", ["PNG", "CZlib"]),
    tests(of: "Crypto", ["Crypto", "Model"]),
    tests(of: "Seeding", ["NetworkSupport", "Seeding", "Services", "Storage", "Model"]),
    tests(
      of: "Exchange",
      [
        "NetworkSupport", "Exchange", "Services", "SQLiteStorage", "Storage", "Files", "CZlib",
        "Model",
      ]),
    tests(
      of: "Sharing",
      ["Sharing", "Crypto", "SQLiteStorage", "Storage", "Files", "Model", "CZlib"]),
    tests(of: "Services", ["NetworkSupport", "Services", "Storage", "Model"]),
    tests(
      of: "Rendering", ["film", "Rendering", "Screens", "PNG", "CPictures", "Model"],
      data: ["Golden"]),
    tests(of: "Keys", ["Keys"]),
    tests(of: "Browser", ["Browser", "Keys", "Rendering", "Model"], data: ["Golden"]),
    tests(of: "Files", ["Files"]),
    tests(of: "Terminal", ["Terminal", "Files"]),
    tests(of: "Pictures", ["Pictures", "Model", "CPictures", "profilectl-picture"]),
    tests(
      of: "CommandLine",
      ["profilectl", "CommandLine", "Rendering", "Terminal", "Model"], data: ["Golden"]),
    tests(
      of: "profilectl",
      [
        "profilectl", "CommandLine", "Services", "Storage", "Exchange", "Browser", "Keys",
        "Rendering", "Terminal", "Files", "Pictures", "Model",
      ],
      data: ["Failure/Golden"]),
    .executableTarget(
      name: "migrator", dependencies: ["SQLite", "SQLText"], path: "Tests/Faults/Migrator",
      swiftSettings: lenient + staticSwift, linkerSettings: staticLink),
    .testTarget(
      name: "FaultsTests",
      dependencies: [
        "Support", "profilectl", "migrator", "Services", "Storage", "SQLiteStorage", "Seeding",
        "Model",
      ],
      path: "Tests/Faults", exclude: ["faults.c", "Migrator", "plants.txt"], swiftSettings: lenient),
    tests(
      of: "EndToEnd", ["profilectl", "Screens", "CSQLite", "Model"], data: ["Golden", "Stories"]),
  ],
)
