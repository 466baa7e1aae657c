/// The style sheet of a kept page.
///
/// One point of the profile browser is one pixel here; `--u` makes it less where the window is
/// short.
package enum HTMLStyle {
  /// What the page's policy knows the sheet by: SHA-256 of its text.
  package static let hash: StaticString = "GIcAILpFUH9fAgn7SdMnGuwb1T8hrFxPRqXw2yMQfKg="

  package static let text: StaticString = #"""
    :root {
      --ground: #11151c; --raised: #1a202a; --letters: #d8dee7; --faint: #949ba6; --edge: #2b323d;
      --accent: #5fafff; --heart: #ff5f87; --figure: #202630; --u: min(1px, max(.6px, 100vh / 840));
      color-scheme: dark; overflow-anchor: none; scroll-padding-top: 7rem;
    }
    @media (prefers-color-scheme: light) {
      :root {
        --ground: #fff; --raised: #f4f6f9; --letters: #1c2128; --faint: #626a76; --edge: #d5dae2;
        --accent: #005faf; --heart: #d7005f; --figure: #eef0f3; color-scheme: light;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0; background: var(--ground); color: var(--letters); overflow-x: clip;
      font: 16px/1.45 system-ui, sans-serif;
    }
    h1, h2, p, ul, ol { margin: 0; padding: 0; }
    a { color: var(--accent); }
    a:focus-visible, input:focus-visible, button:focus-visible {
      outline: 3px solid var(--accent); outline-offset: -3px;
    }
    .aside { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }

    #card {
      position: relative; display: flex; flex-direction: column;
      min-height: calc(420 * var(--u)); clip-path: inset(-100vh 0 0 0);
    }
    #banner {
      position: absolute; top: 0; left: 0; right: 0; height: calc(150 * var(--u)); opacity: .6;
      overflow: hidden; transform-origin: 50% 100%;
    }
    #banner img, #banner svg {
      display: block; position: absolute; width: 100%; height: 100%; object-fit: cover;
    }
    #who {
      position: relative; flex: 1; margin-top: calc(150 * var(--u)); background: var(--ground);
      padding: 0 max(16px, 50vw - 460px) 20px;
    }
    #avatar {
      position: relative; width: calc(100 * var(--u)); height: calc(100 * var(--u));
      margin-top: calc(-50 * var(--u)); border-radius: 50%; overflow: hidden;
      box-shadow: 0 0 0 4px var(--ground); background: var(--ground); transform-origin: 0 100%;
    }
    #avatar > * { display: block; width: 100%; height: 100%; object-fit: cover; }
    #avatar circle { fill: var(--figure); stroke: var(--edge); }
    h1 { font-size: 1.5rem; line-height: 1.25; margin-top: 10px; overflow-wrap: anywhere; }
    .handle { color: var(--accent); overflow-wrap: anywhere; }
    .faint, .handle span { color: var(--faint); }
    #bio { margin: 10px 0; max-width: 44rem; overflow-wrap: anywhere; }
    #counts { list-style: none; display: flex; flex-wrap: wrap; gap: 2px 20px; margin: 10px 0; }
    #counts li { color: var(--faint); }
    #counts b { color: var(--letters); }

    #bar {
      display: none; position: fixed; inset: 0 0 auto; height: 64px; z-index: 6; overflow: hidden;
      pointer-events: none;
    }
    #bar p {
      line-height: 64px; padding: 0 16px; text-align: center; font-weight: 700; opacity: 0;
      white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
    }

    #tabs {
      position: sticky; top: 0; z-index: 3; display: flex; height: 42px; background: var(--ground);
      border-bottom: 1px solid var(--edge); padding: 0 max(0px, 50vw - 476px);
    }
    #tabs a {
      flex: 1; max-width: 160px; line-height: 41px; text-align: center; color: var(--faint);
      text-decoration: none;
    }
    #tabs a:hover { color: var(--letters); }
    #tabs a[aria-selected="true"] {
      color: var(--accent); font-weight: 700; box-shadow: inset 0 -3px var(--accent);
    }

    main { position: relative; background: var(--ground); }
    #page { overflow-x: clip; }
    section { padding: 12px max(8px, 50vw - 468px) 24px; }
    section > p { padding: 12px 8px; }
    h2 { font-size: 1.1rem; padding: 8px; }
    .js h2 { display: none; }
    .js main { min-height: 100vh; }
    [hidden] { display: none !important; }
    .grid {
      list-style: none; display: grid; gap: 0 8px;
      grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); --columns: 3;
    }
    [data-columns="1"] { --columns: 1; }
    [data-columns="2"] { --columns: 2; }
    [data-columns="4"] { --columns: 4; }
    [data-columns="5"] { --columns: 5; }
    [data-columns="6"] { --columns: 6; }
    .grid li { display: flex; padding-bottom: 14px; }
    article { flex: 1; min-width: 0; display: flex; flex-direction: column; }
    @supports (grid-template-rows: subgrid) {
      .grid li, .grid article {
        display: grid; grid-row: span 3; grid-template: subgrid / minmax(0, 1fr);
      }
    }
    .open {
      display: flex; flex: 1; container-type: inline-size; color: inherit; text-decoration: none;
      border-radius: 6px;
    }
    .open img {
      display: block; width: 100%; height: auto; aspect-ratio: 10 / 13; object-fit: cover;
      border-radius: 6px; background: var(--raised); align-self: flex-start;
    }
    .box {
      flex: 1; min-width: 0; min-height: 7em; border: 1px solid var(--edge); border-radius: 6px;
      padding: min(14px, 8%); background: var(--raised); font-size: clamp(.6rem, 11cqw, 1rem);
    }
    .js .open .box { max-height: 130cqw; }
    .js .open .text {
      max-height: 100%; overflow: hidden;
      mask-image: linear-gradient(#000 calc(130cqw - 5em), transparent calc(130cqw - 2.5em));
    }
    .text { overflow-wrap: anywhere; hyphens: auto; }
    .facts {
      font-size: .8rem; color: var(--faint); padding: 4px 2px 0; container-type: inline-size;
      white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
    }
    .author {
      display: inline-block; max-width: calc(100cqw - 13em); vertical-align: bottom;
      white-space: pre; overflow: hidden; text-overflow: ellipsis;
    }
    @container (max-width: 19em) {
      .author { max-width: calc(100cqw - 6.3em); }
      .author ~ .day { display: none; }
    }
    @container (max-width: 12.5em) { .day { display: none; } }
    @container (max-width: 8.5em) {
      .author, .facts > span { display: block; max-width: none; }
      .facts > .day, .dot { display: none; }
    }
    .heart { color: var(--heart); }
    .heart b { color: var(--letters); font-weight: 400; }
    article > .text { font-size: .875rem; padding: 0 2px; }
    .js li article > .text {
      display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden;
    }

    dialog {
      border: 1px solid var(--edge); border-radius: 10px; padding: 16px; color: inherit;
      background: var(--ground); max-width: min(92vw, 900px); max-height: 94vh; overflow: auto;
    }
    dialog::backdrop { background: #000b; }
    dialog img {
      display: block; width: auto; height: auto; max-width: 100%; max-height: 74vh; margin: auto;
    }
    dialog .text { max-width: 40rem; margin: 8px 0; font-size: 1rem; }
    dialog .facts { container-type: normal; white-space: normal; }
    dialog .author { max-width: none; }
    dialog button { float: right; margin: 0 0 8px 12px; font: inherit; }
    footer {
      border-top: 1px solid var(--edge); padding: 16px max(16px, 50vw - 460px) 32px;
      position: relative; background: var(--ground); color: var(--faint); font-size: .875rem;
    }
    fieldset { border: 0; padding: 8px 0 0; margin: 0; display: flex; flex-wrap: wrap; gap: 4px 16px; }
    legend { float: left; padding: 0 16px 0 0; }

    .js:not([data-header="stretchy"]) #bar { display: block; }
    .js:not([data-header="stretchy"]) #tabs { top: 64px; }
    .js[data-header="stretchy"] { overscroll-behavior-y: none; }
    [data-header="three-state"] #card { min-height: 0; clip-path: none; }
    [data-header="three-state"] #banner {
      position: fixed; height: 100px; opacity: 1; z-index: 2;
    }
    [data-header="three-state"] #who { margin-top: 100px; }
    [data-header="three-state"] #avatar { width: 70px; height: 70px; margin-top: -34px; z-index: 3; }
    [data-header="three-state"] #banner.behind { z-index: 4; }
    [data-header="three-state"] #bar p { color: #fff; text-shadow: 0 1px 4px #000, 0 0 14px #000; }
    [data-header="fading"] #card { clip-path: none; }
    [data-header="fading"] main { z-index: 1; }
    [data-header="fading"] #bar { background: var(--ground); opacity: 0; }
    [data-header="fading"] #bar p { opacity: 1; }
    @media (max-width: 560px) {
      .facts, article > .text { font-size: .75rem; }
    }
    @media print { #tabs, #bar, fieldset { display: none !important; } }

    """#
}
