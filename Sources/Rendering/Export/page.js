//<![CDATA[
"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  const find = id => document.getElementById(id);
  const clamp = (x, a, b) => Math.min(Math.max(x, a), b);
  const [card, banner, avatar, bar, title, tabs, main, page] =
    ["card", "banner", "avatar", "bar", "title", "tabs", "main", "page"].map(find);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  // Tabs on other pages stay plain links.
  const links = [...tabs.querySelectorAll("a[href^='#']")];
  const panels = links.map(link => find(link.hash.slice(1)));

  // Effects: each a function of the offset o alone; o is below 0 while the page is pulled.
  const lowest = bar.offsetHeight;
  const headers = {
    stretchy(o) {
      const pulled = Math.max(0, -o), height = banner.offsetHeight;
      const zoom = Math.max(pulled / 500 + 1, 1 + pulled / height);
      const slow = calm.matches ? 0 : 0.5 * clamp(o, 0, card.offsetHeight);
      page.style.transform = pulled ? `translateY(${pulled}px)` : "";
      banner.style.transform = `translateY(${slow}px) scale(${zoom})`;
      // The bar arrives over its own height, and is there when the tabs are.
      const shown = clamp((o - card.offsetHeight + 2 * lowest) / lowest, 0, 1);
      bar.style.opacity = calm.matches ? Math.floor(shown) : shown;
    },
    "three-state"(o) {
      const highest = page.dataset.banner, turn = highest - lowest;
      if (calm.matches) o = o < turn ? 0 : turn + 200;
      const d = o - turn, arrived = clamp(d / 200, 0, 1);
      const step = clamp(Math.ceil(10 * d / 200), 0, 10);
      banner.style.height = `${Math.max(lowest, highest - o)}px`;
      bar.style.backdropFilter = step > 0 ? `blur(${3 * step}px)` : "";
      banner.classList.toggle("past", d >= 0);
      avatar.style.transform = `scale(${clamp(86 - 36 * o / turn, 44, 70) / 70})`;
      title.style.transform = `translateY(${lowest * (1 - arrived)}px)`;
      title.style.opacity = arrived;
      if (face) face.style.opacity = arrived < 1 ? 0 : 1;
    },
    fading(o) {
      const part = clamp(o / (card.offsetHeight - lowest), 0, 1);
      card.style.opacity = 1 - (calm.matches ? Math.floor(part) : part);
      bar.style.opacity = calm.matches ? Math.floor(part) : part ** 3;
    },
  };
  const face = bar.insertBefore(avatar.firstElementChild.cloneNode(true), title);
  const styled = [card, banner, avatar, bar, title, face, page];
  const asked = new URLSearchParams(location.search).get("header");
  let style = asked in headers ? asked : "stretchy";
  let pull = 0;
  const rubber = x => innerHeight * (1 - 1 / (0.55 * x / innerHeight + 1));
  const draw = () => {
    headers[style](pull > 0 ? -rubber(pull) : scrollY);
    root.classList.toggle("stuck", tabs.getBoundingClientRect().top <= lowest);
  };
  const dress = name => {
    style = name;
    root.dataset.header = name;
    for (const part of styled) part.removeAttribute("style");
    banner.classList.remove("past");
    page.dataset.banner = banner.offsetHeight;
    draw();
  };

  // Pulling past the top, where the browser itself has no rubber band.
  let last = 0, start = null;
  const stretches = () => style === "stretchy" && !calm.matches && scrollY <= 0;
  const relax = now => {
    if (start !== null || pull === 0) return;
    pull *= Math.exp(-Math.min(now - last, 50) / 110);
    if (pull < 0.5) pull = 0;
    last = now;
    draw();
    requestAnimationFrame(relax);
  };
  const release = () => {
    start = null;
    last = performance.now();
    requestAnimationFrame(relax);
  };
  let rest;
  addEventListener("wheel", event => {
    if (event.deltaY >= 0 || !stretches() || event.ctrlKey) return;
    start = 0;
    pull = Math.min(pull - event.deltaY, 900);
    draw();
    clearTimeout(rest);
    rest = setTimeout(release, 90);
  }, { passive: true });
  addEventListener("touchstart", event => {
    start = event.touches.length === 1 && stretches() ? event.touches[0].clientY : null;
  }, { passive: true });
  addEventListener("touchmove", event => {
    if (start === null || !stretches()) return;
    pull = Math.max(0, event.touches[0].clientY - start);
    if (pull > 0 && event.cancelable) event.preventDefault();
    draw();
  }, { passive: false });
  addEventListener("touchend", release);
  addEventListener("touchcancel", release);
  addEventListener("scroll", draw, { passive: true });
  addEventListener("resize", () => {
    dress(style);
    trim();
  });
  calm.addEventListener("change", () => dress(style));

  // Another tab or window of the browser's.
  const isForElsewhere = event => event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

  // Tabs: each keeps its own place below the header.
  const places = {};
  let chosen = -1;
  const edge = () => page.offsetTop + card.offsetHeight - lowest;
  const choose = index => {
    const from = scrollY, top = edge();
    if (chosen >= 0) places[chosen] = from;
    chosen = index;
    links.forEach((link, place) => {
      link.setAttribute("aria-selected", String(place === index));
      link.tabIndex = place === index ? 0 : -1;
      panels[place].hidden = place !== index;
    });
    if (from >= top - 1) scrollTo(0, Math.max(top, places[index] ?? top));
    trim();
    draw();
  };
  tabs.setAttribute("role", "tablist");
  links.forEach((link, index) => {
    link.setAttribute("role", "tab");
    link.id = `tab-${index}`;
    link.setAttribute("aria-controls", panels[index].id);
    panels[index].setAttribute("role", "tabpanel");
    panels[index].setAttribute("aria-labelledby", link.id);
    link.addEventListener("click", event => {
      if (isForElsewhere(event)) return;
      event.preventDefault();
      choose(index);
    });
    link.addEventListener("keydown", event => {
      const count = links.length;
      const target = { ArrowRight: index + 1, ArrowLeft: index + count - 1, Home: 0, End: count - 1,
        " ": index }[event.key];
      if (target === undefined) return;
      event.preventDefault();
      choose(target % count);
      links[target % count].focus({ preventScroll: true });
    });
  });

  // Tiles with too many words lose their ornament; if that is not enough, words are cut.
  const trim = () => {
    const tiles = [...main.querySelectorAll("section:not([hidden]) .tile")];
    const parts = tile => [...tile.querySelectorAll(".lead, .rest")];
    const isFull = part => part.scrollHeight > part.clientHeight + 2;
    for (const tile of tiles) {
      tile.classList.remove("tight");
      for (const part of parts(tile)) {
        part.classList.remove("cut");
        part.style.webkitLineClamp = "";
      }
    }
    const tight = tiles.filter(tile => isFull(tile) || parts(tile).some(isFull));
    for (const tile of tight) tile.classList.add("tight");
    const cut = tight.flatMap(parts).filter(isFull).map(part => {
      const lines = Math.floor(part.clientHeight / parseFloat(getComputedStyle(part).lineHeight));
      return { part, lines };
    });
    for (const { part, lines } of cut) {
      part.classList.add("cut");
      part.style.webkitLineClamp = Math.max(1, lines);
    }
  };

  // A post, large: its whole picture, its words, and its answers.
  const make = (name, text, click) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (click) made.addEventListener("click", click);
    return made;
  };
  const dialog = document.body.appendChild(document.createElement("dialog"));
  const top = dialog.appendChild(make("nav", ""));
  const body = dialog.appendChild(make("div", ""));
  const where = top.appendChild(make("b", ""));
  const before = top.appendChild(make("button", "\u2039", () => step(-1)));
  const after = top.appendChild(make("button", "\u203a", () => step(1)));
  const close = top.appendChild(make("button", "Close", () => dialog.close()));
  before.setAttribute("aria-label", "Newer post");
  after.setAttribute("aria-label", "Older post");
  const posts = () => [...panels[chosen].querySelectorAll("a.open")];
  let open = null;
  // The whole picture takes the room there is; a tiny one is at least as large as on its tile.
  const fit = () => {
    const picture = body.querySelector("img");
    dialog.style.width = "";
    if (!picture) return;
    const [width, height] = ["width", "height"].map(side => +picture.getAttribute(side));
    const tile = open.querySelector("img").getBoundingClientRect();
    const largest = Math.max(3, tile.width / width, tile.height / height);
    const room = Math.min(Math.min(innerWidth * 0.94, 1200) - 34, innerHeight * 0.7 * width / height);
    const drawn = Math.min(room, largest * width);
    picture.style.width = `${drawn}px`;
    dialog.style.width = drawn > 700 ? `${drawn + 34}px` : "";
  };
  const show = link => {
    open = link;
    const all = posts(), place = all.indexOf(link), article = link.closest("article");
    where.textContent = `${place + 1} of ${all.length}`;
    before.disabled = place === 0;
    after.disabled = place === all.length - 1;
    dialog.dataset.hue = article.dataset.hue;
    dialog.setAttribute("aria-label", article.querySelector(".number").lastChild.textContent);
    body.replaceChildren(...[...article.cloneNode(true).childNodes].flatMap(part =>
      part.className === "open" ? [...part.childNodes] : [part]));
    for (const part of body.querySelectorAll(".tight, .cut")) {
      part.classList.remove("tight", "cut");
      part.style.webkitLineClamp = "";
    }
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
    fit();
  };
  const step = way => {
    const next = posts()[posts().indexOf(open) + way];
    if (!next) return;
    const focused = document.activeElement;
    show(next);
    if (focused.disabled) close.focus();
  };
  const ways = { ArrowLeft: -1, ArrowRight: 1 };
  dialog.addEventListener("keydown", event => {
    if (!(event.key in ways) || isForElsewhere(event)) return;
    event.preventDefault();
    step(ways[event.key]);
  });
  dialog.addEventListener("close", () => {
    open.focus({ preventScroll: true });
    open.scrollIntoView({ block: "nearest" });
  });
  dialog.addEventListener("click", event => {
    if (event.target === dialog) dialog.close();
  });
  addEventListener("resize", fit);
  main.addEventListener("click", event => {
    const link = event.target.closest("a.open");
    if (!link || isForElsewhere(event)) return;
    event.preventDefault();
    show(link);
  });
  // On the grid, the arrow keys go from tile to tile.
  main.addEventListener("keydown", event => {
    const link = event.target.closest("a.open");
    if (!link || isForElsewhere(event)) return;
    const list = link.closest(".grid");
    const columns = getComputedStyle(list).gridTemplateColumns.split(" ").length;
    const way = { ...ways, ArrowUp: -columns, ArrowDown: columns }[event.key];
    const next = way && posts()[posts().indexOf(link) + way];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  for (const input of document.querySelectorAll("fieldset input")) {
    input.checked = input.value === style;
    input.addEventListener("change", () => dress(input.value));
  }
  document.querySelector("fieldset").hidden = false;
  dress(style);
  // An address names a tab, or something on one.
  const place = name => {
    const named = name && find(name);
    return named ? panels.findIndex(panel => panel.contains(named)) : -1;
  };
  const follow = fallback => {
    const asked = place(location.hash.slice(1));
    if (asked >= 0 || fallback >= 0) choose(asked >= 0 ? asked : fallback);
    if (asked >= 0) find(location.hash.slice(1)).scrollIntoView({ block: "nearest" });
  };
  addEventListener("hashchange", () => follow(-1));
  follow(Math.max(0, place(root.dataset.tab)));
})();
//]]>
