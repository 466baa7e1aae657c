"""Use: page.py BOB ANA - looks at two kept pages in headless Chromium: the header effects by their formulas, keys,
whole pictures and colours. With LOOK_PICTURES=FOLDER, it leaves pictures of the pages there."""
import base64, json, math, os, pathlib, subprocess, sys, tempfile, time, urllib.request
import websocket


class Browser:
    """One page, driven through the DevTools protocol."""

    def __init__(self, folder, width=1000, height=840):
        self.process = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--remote-debugging-port=0", "--remote-allow-origins=*", f"--user-data-dir={folder}",
             f"--window-size={width},{height}", "about:blank"],
            stderr=subprocess.PIPE, text=True)
        line = next(line for line in self.process.stderr if "DevTools listening on" in line)
        port = line.split("127.0.0.1:")[1].split("/")[0]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/json") as answer:
            page = next(page for page in json.load(answer) if page["type"] == "page")
        self.socket = websocket.create_connection(page["webSocketDebuggerUrl"])
        self.count, self.trouble = 0, []
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)

    def call(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown"):
                self.trouble.append(answer["params"])
            if answer.get("id") == self.count:
                return answer.get("result", answer)

    def ask(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        return answer["result"].get("value", answer)

    def show(self, address):
        self.call("Page.navigate", url=address)
        while not self.ask(f"document.readyState === 'complete' && location.href === '{address}'"):
            pass

    def scroll(self, offset):
        self.ask(f"""new Promise(done => {{ scrollTo(0, {offset});
          requestAnimationFrame(() => requestAnimationFrame(done)); }})""")

    def window(self, width, height, scheme="dark", motion="no-preference"):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion}])

    def press(self, key, modifiers=0):
        text = {"Enter": "\r", "Space": " "}.get(key)
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=" " if key == "Space" else key, code=key,
                      modifiers=modifiers, windowsVirtualKeyCode=CODES[key],
                      **({"text": text} if text and kind == "keyDown" else {}))

    def picture(self):
        return self.call("Page.captureScreenshot", format="png")["data"]

    def pixels(self, places):
        """The colours on the screen at some places."""
        return self.ask(f"""new Promise(done => {{
          const picture = new Image();
          picture.onload = () => {{
            const canvas = document.createElement('canvas');
            [canvas.width, canvas.height] = [picture.width, picture.height];
            const context = canvas.getContext('2d', {{ willReadFrequently: true }});
            context.drawImage(picture, 0, 0);
            done({json.dumps(places)}.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3)));
          }};
          picture.src = 'data:image/png;base64,{self.picture()}';
        }})""")


CODES = {"Enter": 13, "Escape": 27, "Space": 32, "Tab": 9,
         "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}


NUMBERS = """(() => {
  const box = id => document.getElementById(id).getBoundingClientRect();
  const style = id => getComputedStyle(document.getElementById(id));
  const move = id => new DOMMatrix(style(id).transform);
  const face = document.querySelector('#bar > :not(p)');
  return { o: scrollY, card: document.getElementById('card').offsetHeight,
    bar: box('bar').height, rest: +document.getElementById('page').dataset.banner,
    banner: box('banner').height, slow: move('banner').f, zoom: move('banner').a,
    avatar: move('avatar').a, past: +style("banner").zIndex > +style("avatar").zIndex,
    blur: parseFloat(style('bar').backdropFilter.slice(5)) || 0, rise: move('title').f,
    alpha: +style('title').opacity, face: +getComputedStyle(face).opacity,
    big: +style('card').opacity, small: +style('bar').opacity, tabs: box('tabs').top,
    wide: document.documentElement.scrollWidth };
})()"""


def clamp(x, low, high):
    return min(max(x, low), high)


def expected(style, o, seen, calm=False):
    bar, card = seen["bar"], seen["card"]
    whole = math.floor if calm else lambda part: part
    tabs = max(bar, card - o)
    if style == "stretchy":
        return {"slow": 0 if calm else 0.5 * clamp(o, 0, card), "zoom": 1, "tabs": tabs,
                "small": whole(clamp((o - card + 2 * bar) / bar, 0, 1))}
    if style == "three-state":
        turn = seen["rest"] - bar
        if calm:
            o = 0 if o < turn else turn + 200
        d = o - turn
        arrived = clamp(d / 200, 0, 1)
        return {"banner": max(bar, seen["rest"] - o), "past": d >= 0, "tabs": tabs,
                "avatar": clamp(86 - 36 * o / turn, 44, 70) / 70,
                "blur": 3 * clamp(math.ceil(10 * d / 200), 0, 10), "rise": bar * (1 - arrived),
                "alpha": arrived, "face": 1 if arrived == 1 else 0}
    part = whole(clamp(o / (card - bar), 0, 1))
    return {"tabs": tabs, "big": 1 - part, "small": part ** 3}


def check(browser, page, style, width, calm=False):
    browser.show(f"{page}?header={style}")
    frames = set()
    offsets = list(range(0, 460, 20))
    for offset in offsets + offsets[::-1]:
        browser.scroll(offset)
        seen = browser.ask(NUMBERS)
        values = expected(style, seen["o"], seen, calm)
        if not calm:
            del values["tabs"]
            frames.add(tuple(round(value, 3) for value in values.values()))
        for name, value in expected(style, seen["o"], seen, calm).items():
            if abs(seen[name] - value) > (0.02 if value <= 1 else 0.6):
                sys.exit(f"look: {style} at {seen['o']}: {name} is {seen[name]}, not {value}")
        if seen["wide"] > width:
            sys.exit(f"look: {style} is {seen['wide']} pixels wide in a window of {width}")
    # Each style shows at least ten frames between its ends.
    if not calm and len(frames) < 12:
        sys.exit(f"look: {style} has {len(frames)} different frames only")


def check_pull(browser, page):
    """Pulled past the top, the banner still fills the room down to the names."""
    browser.show(page)
    seen = browser.ask("""(() => {
      dispatchEvent(new WheelEvent('wheel', { deltaY: -300 }));
      const box = document.getElementById('banner').getBoundingClientRect();
      const o = new DOMMatrix(document.getElementById('page').style.transform).f;
      return { o, top: box.top, height: box.height,
        rest: document.getElementById('banner').offsetHeight };
    })()""")
    zoom = max(seen["o"] / 500 + 1, 1 + seen["o"] / seen["rest"])
    if seen["o"] < 50 or abs(seen["height"] - seen["rest"] * zoom) > 0.6 or seen["top"] > 0.6:
        sys.exit(f"look: a pulled page leaves a gap: {seen}")


def check_tabs(browser, page):
    """Each tab is found again where it was left, and the address of one opens it."""
    chosen = "document.querySelector('#tabs a[aria-selected=true]').hash"
    for style in ("stretchy", "three-state", "fading"):
        browser.show(f"{page}?header={style}")
        browser.scroll(700)
        left = browser.ask("scrollY")
        for tab in ("likes", "posts"):
            browser.ask(f"document.querySelector('#tabs a[href=\"#{tab}\"]').click()")
        if abs(browser.ask("scrollY") - left) > 1:
            sys.exit(f"look: {style}: a tab left at {left} is found at {browser.ask('scrollY')}")
    browser.show("about:blank")
    browser.show(f"{page}#likes")
    if browser.ask(chosen) != "#likes":
        sys.exit(f"look: #likes opens {browser.ask(chosen)}")


def check_captions(browser, page):
    """Below a picture stands the first line of its text, and nothing of the second."""
    browser.show(page)
    seen = browser.ask("""(() => {
      const text = document.querySelector('.grid .more > .text');
      text.innerHTML = 'one<br>two';
      const lines = [...text.childNodes].filter(part => part.data).map(part => {
        const range = document.createRange();
        range.selectNode(part);
        return range.getBoundingClientRect();
      });
      const bottom = text.getBoundingClientRect().bottom;
      return { first: lines[0].bottom - bottom, second: lines[1].top - bottom };
    })()""")
    if seen["first"] > 1 or seen["second"] < -1:
        sys.exit(f"look: the lines of a caption run together: {seen}")


def expect(condition, words):
    if not condition:
        sys.exit(f"look: {words}")


DIALOG = """(() => {
  const dialog = document.querySelector('dialog');
  const picture = dialog.querySelector('img');
  const box = picture?.getBoundingClientRect();
  const tile = document.activeElement.closest?.('article');
  return { open: dialog.open, label: dialog.getAttribute('aria-label'),
    text: dialog.querySelector('.text')?.textContent, answers: dialog.querySelectorAll('.answers li').length,
    focus: document.activeElement.textContent, article: tile?.id,
    picture: picture && { left: box.left, top: box.top, width: box.width, height: box.height,
      ratio: picture.getAttribute('width') / picture.getAttribute('height') },
    right: dialog.getBoundingClientRect().right, bottom: dialog.getBoundingClientRect().bottom };
})()"""


def check_keys(browser, page):
    """The page is used with the keyboard alone."""
    browser.show(page)
    links = browser.ask("[...document.querySelectorAll('#posts article')].map(post => post.id)")
    # The first link is a tab, and the second the first post.
    browser.press("Tab")
    browser.press("Tab")
    expect(browser.ask(DIALOG)["article"] == links[0], "Tab does not reach the first post")
    for key, place in (("ArrowRight", 1), ("ArrowDown", 4), ("ArrowUp", 1), ("ArrowLeft", 0)):
        browser.press(key)
        seen = browser.ask(DIALOG)["article"]
        expect(seen == links[place], f"{key} goes to {seen}, not {links[place]}")
    browser.press("Enter")
    label = browser.ask(DIALOG)["label"]
    expect(label == "#" + links[0].split("-")[1], f"Enter opens {label}")
    for key, place in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowRight", 2)):
        browser.press(key)
        label = browser.ask(DIALOG)["label"]
        expect(label == "#" + links[place].split("-")[1], f"in the dialog, {key} goes to {label}")
    browser.press("Escape")
    # The page moves the focus after the dialog is closed.
    for _ in range(100):
        seen = browser.ask(DIALOG)
        if not seen["open"] and seen["article"] == links[2]:
            break
        time.sleep(0.05)
    expect(not seen["open"] and seen["article"] == links[2], f"Escape leads to {seen['article']}")
    browser.press("Enter")
    for _ in range(2):
        browser.press("Tab")
    while browser.ask(DIALOG)["focus"] != "Close":
        browser.press("Tab")
    browser.press("Enter")
    expect(not browser.ask(DIALOG)["open"], "the Close button does not close the dialog")
    browser.ask("document.querySelector('#tabs a').focus()")
    browser.press("ArrowRight")
    chosen = browser.ask("document.querySelector('#tabs a[aria-selected=true]').hash")
    expect(chosen == "#replies", f"an arrow key on the tabs chooses {chosen}")


def check_dialog(browser, page, width, height):
    """A whole panorama, a picture of a few pixels, and a post with answers and a quote."""
    browser.show(page)
    def opened(alt):
        return browser.ask(f"""(() => {{
          document.querySelector('dialog').close?.();
          const link = [...document.querySelectorAll('#posts a.open')]
            .find(link => link.closest('article').id === {json.dumps(alt)} || link.innerHTML.includes({json.dumps(alt)}));
          link.click();
          const tile = link.querySelector('img')?.getBoundingClientRect();
          return {{ tile: tile && {{ width: tile.width, height: tile.height }}, ...{DIALOG} }};
        }})()""")
    stripes = opened('alt="eight stripes"')
    box = stripes["picture"]
    expect(abs(box["width"] / box["height"] - box["ratio"]) < 0.05 * box["ratio"],
           f"a panorama is cropped: {box}")
    expect(box["left"] >= 0 and box["left"] + box["width"] <= width and stripes["right"] <= width,
           f"a panorama is wider than the window: {box}")
    middles = [[box["left"] + box["width"] * (k + 0.5) / 8, box["top"] + box["height"] / 2] for k in range(8)]
    # A busy machine paints the dialog later.
    for _ in range(100):
        colors = browser.pixels(middles)
        if colors == [[28 * k, 255 - 28 * k, 128] for k in range(8)]:
            break
        time.sleep(0.05)
    else:
        sys.exit(f"look: stripes are missing: {colors}")
    tiny = opened('alt="tiny"')
    expect(tiny["picture"]["width"] >= min(tiny["tile"]["width"], width - 60),
           f"a small picture is smaller than its tile: {tiny}")
    expect(tiny["bottom"] <= height, "a dialog is higher than the window")
    quote = opened("blockquote")
    expect("pier" in quote["text"], f"a quote is not shown: {quote}")
    goat = opened("posts-4")
    expect(goat["answers"] == 2, f"a post has {goat['answers']} answers")


def check_colors(browser, page):
    """Words on tiles are readable in every hue, and tiles have the colours of the terminal."""
    for scheme in ("dark", "light"):
        browser.window(1280, 900, scheme)
        browser.show(page)
        least = browser.ask("""(() => {
          const style = getComputedStyle(document.documentElement);
          const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          const light = (name, hue) => {
            context.fillStyle = `oklch(${style.getPropertyValue('--' + name)} ${hue})`;
            context.fillRect(0, 0, 1, 1);
            const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map(part => {
              const share = part / 255;
              return share <= .04045 ? share / 12.92 : ((share + .055) / 1.055) ** 2.4;
            });
            return .2126 * r + .7152 * g + .0722 * b + .05;
          };
          const ratios = [];
          for (let hue = 0; hue < 360; hue += 15) for (const ink of ['lead', 'rest', 'tags'])
            for (const [ground, turn] of [['start', 0], ['end', 30]]) {
              const [a, b] = [light(ink, hue), light(ground, hue + turn)];
              ratios.push(Math.max(a, b) / Math.min(a, b));
            }
          return Math.min(...ratios);
        })()""")
        expect(least >= 4.5, f"words on {scheme} tiles have a contrast of {least} only")
    browser.window(1280, 900)
    browser.show(page)
    box = browser.ask("""(() => {
      const tile = [...document.querySelectorAll('#posts [data-hue="240"] .tile')][0];
      tile.scrollIntoView({ block: 'center' });
      const box = tile.getBoundingClientRect();
      return [box.left, box.top, box.right, box.bottom];
    })()""")
    corners = browser.pixels([[box[0] + 4, box[1] + 4], [box[2] - 4, box[3] - 4]])
    wanted = [[0x19, 0x54, 0x79], [0x1D, 0x29, 0x51]]
    expect(all(abs(a - b) <= 3 for one, other in zip(corners, wanted) for a, b in zip(one, other)),
           f"a tile goes from {corners[0]} to {corners[1]}")


def check_tiles(browser, page):
    """No tile is empty, and no words leave their tile."""
    browser.show(page)
    seen = browser.ask("""(() => [...document.querySelectorAll('.tile')].map(tile => {
      const box = tile.getBoundingClientRect();
      const parts = [...tile.querySelectorAll('.text > span')].map(part => part.getBoundingClientRect());
      return { text: tile.textContent.trim(), height: box.height,
        out: parts.some(part => part.bottom > box.bottom + 1 || part.right > box.right + 1) };
    }).filter(tile => tile.height))()""")
    expect(seen and all(tile["text"] and not tile["out"] for tile in seen),
           f"a tile is empty, or its words leave it: {[t for t in seen if t['out'] or not t['text']]}")


def keep_pictures(browser, page, folder):
    for width, height in ((1280, 900), (390, 844)):
        for scheme in ("dark", "light"):
            browser.window(width, height, scheme)
            for style in ("stretchy", "three-state", "fading"):
                browser.show(f"{page}?header={style}")
                for offset in (0, 120, 240, 600):
                    browser.scroll(offset)
                    name = f"{width}-{scheme}-{style}-{offset}.png"
                    pathlib.Path(folder, name).write_bytes(base64.b64decode(browser.picture()))


def main(bob, ana):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            for width, height in ((1280, 900), (390, 844)):
                browser.window(width, height, "light" if width < 1000 else "dark")
                for style in ("stretchy", "three-state", "fading"):
                    check(browser, bob, style, width)
                check_dialog(browser, ana, width, height)
                check_tiles(browser, ana)
                check_tiles(browser, bob)
                browser.window(width, height, motion="reduce")
                for style in ("stretchy", "three-state", "fading"):
                    check(browser, bob, style, width, calm=True)
            browser.window(1000, 840)
            check_pull(browser, bob)
            check_captions(browser, bob)
            check_tabs(browser, bob)
            check_keys(browser, bob)
            check_colors(browser, bob)
            if os.environ.get("LOOK_PICTURES"):
                keep_pictures(browser, bob, os.environ["LOOK_PICTURES"])
            if browser.trouble:
                sys.exit(f"look: the browser complains: {browser.trouble}")
        finally:
            browser.process.terminate()
            browser.process.wait()


if __name__ == "__main__":
    main(*(pathlib.Path(page).absolute().as_uri() for page in sys.argv[1:]))
