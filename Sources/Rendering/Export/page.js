//<![CDATA[
"use strict";
(() => {
  const root = document.documentElement;
  const find = id => document.getElementById(id);
  const clamp = (x, a, b) => Math.min(Math.max(x, a), b);
  const [card, banner, avatar, bar, title, tabs, main, page] =
    ["card", "banner", "avatar", "bar", "title", "tabs", "main", "page"].map(find);
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const links = [...tabs.querySelectorAll("a")];
  const panels = links.map(link => find(link.hash.slice(1)));

  // Effects: each a function of the offset o alone; o is below 0 while the page is pulled.
  const headers = {
    stretchy(o) {
      const pulled = Math.max(0, -o), height = banner.offsetHeight;
      const zoom = Math.max(pulled / 500 + 1, 1 + pulled / height);
      const slow = calm.matches ? 0 : 0.5 * clamp(o, 0, card.offsetHeight);
      page.style.transform = pulled ? `translateY(${pulled}px)` : "";
      banner.style.transform = `translateY(${slow}px) scale(${zoom})`;
    },
    "three-state"(o) {
      if (calm.matches) o = o < 36 ? 0 : 96;
      const d = o - 36, step = clamp(Math.ceil(10 * d / 60), 0, 10);
      const rise = clamp(60 - d, 0, 60);
      banner.style.height = `${Math.max(64, 100 - o)}px`;
      bar.style.backdropFilter = step > 0 ? `blur(${3 * step}px)` : "";
      banner.classList.toggle("behind", !(o < 36));
      avatar.style.transform = `scale(${clamp(86 - o, 44, 70) / 70})`;
      title.style.transform = `translateY(${rise}px)`;
      title.style.opacity = 1 - rise / 60;
    },
    fading(o) {
      const most = card.offsetHeight, least = Math.min(64, most);
      const h = calm.matches ? 0 : clamp(o, 0, least);
      const part = least > 0 ? h / least : 0, gone = part * (most - least);
      card.style.transform = o > h ? `translateY(${o - h}px)` : "";
      card.style.opacity = 1 - part;
      bar.style.opacity = part;
      main.style.marginTop = `${-gone}px`;
      main.style.clipPath = h > 0 ? `inset(${h}px 0 0)` : "";
      tabs.style.top = calm.matches ? "" : `${most - gone}px`;
    },
  };
  const styled = [card, banner, avatar, bar, title, tabs, main, page];
  const asked = new URLSearchParams(location.search).get("header");
  let style = asked in headers ? asked : "stretchy";
  let pull = 0;
  const rubber = x => innerHeight * (1 - 1 / (0.55 * x / innerHeight + 1));
  const draw = () => headers[style](pull > 0 ? -rubber(pull) : scrollY);
  const dress = name => {
    style = name;
    root.dataset.header = name;
    for (const part of styled) part.removeAttribute("style");
    banner.classList.remove("behind");
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
  addEventListener("resize", draw);
  calm.addEventListener("change", () => dress(style));

  // Another tab or window of the browser's.
  const isForElsewhere = event => event.ctrlKey || event.metaKey || event.shiftKey;

  // Tabs: each keeps its own place below the header.
  const places = {};
  let chosen = -1;
  const edge = () => page.offsetTop + card.offsetHeight - (style === "stretchy" ? 0 : 64);
  const choose = index => {
    const from = scrollY, top = style === "fading" ? 64 : edge();
    if (chosen >= 0) places[chosen] = from;
    chosen = index;
    links.forEach((link, place) => {
      link.setAttribute("aria-selected", String(place === index));
      link.tabIndex = place === index ? 0 : -1;
      panels[place].hidden = place !== index;
    });
    if (from >= top - 1) scrollTo(0, Math.max(top, places[index] ?? top));
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

  // A post, large.
  const dialog = document.body.appendChild(document.createElement("dialog"));
  dialog.addEventListener("click", event => {
    if (event.target === dialog) dialog.close();
  });
  main.addEventListener("click", event => {
    const link = event.target.closest("a.open");
    if (!link || isForElsewhere(event)) return;
    event.preventDefault();
    const close = document.createElement("button");
    close.textContent = "Close";
    close.addEventListener("click", () => dialog.close());
    const parts = [...link.closest("article").cloneNode(true).childNodes].flatMap(part =>
      part.className === "open" ? [...part.querySelectorAll("img, .text")] : [part]);
    dialog.replaceChildren(close, ...parts);
    dialog.showModal();
  });

  const newest = document.querySelector("#posts img") ?? avatar.querySelector("img");
  if (newest) {
    const picture = banner.appendChild(document.createElement("img"));
    picture.alt = "";
    picture.src = newest.src;
  }
  for (const input of document.querySelectorAll("fieldset input")) {
    input.checked = input.value === style;
    input.addEventListener("change", () => dress(input.value));
  }
  document.querySelector("fieldset").hidden = false;
  root.classList.add("js");
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
