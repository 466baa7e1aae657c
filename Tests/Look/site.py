"""Use: site.py SITE - looks at an exported site in headless Chromium: with and without scripts, by keys, in wide and
narrow windows, dark and light."""
import pathlib, sys, tempfile, time
from page import Browser, expect

STATE = """({ wide: document.documentElement.scrollWidth, title: document.title,
  broken: [...document.images].filter(image => image.complete && !image.naturalWidth).length,
  ground: getComputedStyle(document.body).backgroundColor, links: document.querySelectorAll('main a').length })"""


def show(browser, address):
    browser.call("Page.navigate", url=address)
    for _ in range(100):
        if browser.ask("document.readyState + location.pathname") == "complete" + address.removeprefix("file://"):
            return
        time.sleep(0.05)
    sys.exit(f"look: {address} does not load")


def check(browser, pages):
    grounds = set()
    for scripts in (True, False):
        browser.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        for width, height in ((1280, 900), (390, 844)):
            for scheme in ("dark", "light"):
                browser.window(width, height, scheme)
                for page in pages:
                    show(browser, page)
                    seen = browser.ask(STATE)
                    where = f"{page} at {width}, {scheme}, scripts {'on' if scripts else 'off'}"
                    expect(seen["wide"] <= width, f"{where} is {seen['wide']} pixels wide")
                    expect(seen["broken"] == 0 and seen["links"] > 0, f"{where}: {seen}")
                    grounds.add((scheme, seen["ground"]))
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    expect(len(grounds) == 2, f"dark and light have the grounds {grounds}")


def check_keys(browser, site):
    """From the first page to a person and to a post, without a mouse and without scripts."""
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    show(browser, f"{site}/index.html")
    place = ""
    for wanted in ("[^/]+/index.html", "[^/]+/[0-9]+.html"):
        for _ in range(30):
            browser.press("Tab")
            place = browser.ask("document.activeElement.href ?? ''")
            if browser.ask(f"RegExp('site/{wanted}$').test(document.activeElement.href)"):
                break
        browser.press("Enter")
        for _ in range(100):
            if browser.ask("location.href") == place:
                break
            time.sleep(0.05)
        expect(browser.ask("location.href") == place, f"Enter does not lead to {place}")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)


def check_dialog(browser, page):
    """With scripts a tile opens in place, and its number leads to its page."""
    show(browser, page)
    link = browser.ask("""(() => { const link = document.querySelector('a.open'); link.click(); return link.href; })()""")
    expect(browser.ask("document.querySelector('dialog').open"), "a tile does not open in place")
    expect(browser.ask("document.querySelector('dialog .number a').href") == link, "the number is no link")


def main(site):
    pages = [f"{site}/{name}" for name in ("index.html", "bob/index.html", "bob/likes-2.html", "bob/325.html",
                                           "carol/242.html", "tag/bridge.html")]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = Browser(folder)
        try:
            check(browser, pages)
            check_keys(browser, site)
            check_dialog(browser, pages[1])
            if browser.trouble:
                sys.exit(f"look: the browser complains: {browser.trouble}")
        finally:
            browser.process.terminate()
            browser.process.wait()


main(pathlib.Path(sys.argv[1]).absolute().as_uri())
