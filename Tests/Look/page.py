"""Use: page.py PAGE - scrolls a kept page in headless Chromium and compares what it shows with the formulas."""
import json, math, pathlib, subprocess, sys, tempfile, urllib.request
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


NUMBERS = """(() => {
  const box = id => document.getElementById(id).getBoundingClientRect();
  const style = id => getComputedStyle(document.getElementById(id));
  const move = id => new DOMMatrix(style(id).transform);
  return { o: scrollY, card: document.getElementById('card').offsetHeight,
    banner: box('banner').height, bannerTop: box('banner').top,
    slow: move('banner').f, zoom: move('banner').a, avatar: box('avatar').width,
    behind: +style("banner").zIndex > +style("avatar").zIndex,
    blur: parseFloat(style('bar').backdropFilter.slice(5)) || 0, rise: move('title').f,
    alpha: +style('title').opacity, big: +style('card').opacity, small: +style('bar').opacity,
    tabs: box('tabs').top, cardTop: box('card').top };
})()"""


def clamp(x, low, high):
    return min(max(x, low), high)


def expected(style, o, seen):
    if style == "stretchy":
        return {"slow": 0.5 * clamp(o, 0, seen["card"]), "zoom": 1, "tabs": max(0, seen["card"] - o)}
    if style == "three-state":
        d = o - 36
        rise = clamp(60 - d, 0, 60)
        return {"banner": max(64, 100 - o), "avatar": clamp(86 - o, 44, 70), "behind": o >= 36,
                "blur": 3 * clamp(math.ceil(10 * d / 60), 0, 10), "rise": rise,
                "alpha": 1 - rise / 60, "tabs": max(64, seen["card"] - o)}
    most, least = seen["card"], 64
    h = clamp(o, 0, least)
    return {"cardTop": -h, "tabs": most - h / least * (most - least), "big": 1 - h / least,
            "small": h / least}


def check(browser, page, style):
    browser.show(f"{page}?header={style}")
    for offset in [0, 10, 36, 37, 48, 64, 96, 200, 500, 96, 48, 36, 10, 0]:
        browser.scroll(offset)
        seen = browser.ask(NUMBERS)
        for name, value in expected(style, seen["o"], seen).items():
            if abs(seen[name] - value) > 0.6:
                sys.exit(f"look: {style} at {seen['o']}: {name} is {seen[name]}, not {value}")


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
      const text = document.querySelector('li article > .text');
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


with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    browser = Browser(folder)
    try:
        page = pathlib.Path(sys.argv[1]).absolute().as_uri()
        for style in ("stretchy", "three-state", "fading"):
            check(browser, page, style)
        check_pull(browser, page)
        check_captions(browser, page)
        check_tabs(browser, page)
        if browser.trouble:
            sys.exit(f"look: the browser complains: {browser.trouble}")
    finally:
        browser.process.terminate()
        browser.process.wait()
