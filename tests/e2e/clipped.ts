// Finds texts that are cut off and controls that lie on each other, as a reader would see them.

/** Runs in the page. A line for each fault; none means that everything can be read. */
export function clippedTexts(): string[] {
  const faults = new Set<string>();
  const short = (text: string) => text.trim().replaceAll(/\s+/g, " ").slice(0, 60);
  const isSeen = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const styles = new Map<Element, CSSStyleDeclaration>();
  const styleOf = (element: Element) => {
    const known = styles.get(element) ?? getComputedStyle(element);
    styles.set(element, known);
    return known;
  };
  const place = (element: Element) => {
    const section = element.closest("[aria-label]:is(section, nav, form, table, [role])");
    return `${section?.getAttribute("aria-label") ?? ""} <${element.tagName.toLowerCase()}>`.trim();
  };
  /** The whole text can be read elsewhere: as a title, or as the name that a tooltip shows. */
  const isTold = (element: Element, text: string) => {
    const named = element.closest("[title], [aria-label]:is(button, a, [role=button])");
    const words = named?.getAttribute("title") ?? named?.getAttribute("aria-label") ?? "";
    return words.includes(text.trim());
  };
  /** What is left of a text's box inside everything around it; null where it can be scrolled into view. */
  const cut = (element: Element, box: DOMRect): string | null => {
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { overflowX, overflowY, position, clipPath } = styleOf(at);
      if (clipPath !== "none" && at.getBoundingClientRect().width <= 1) return null;
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`)) {
        const isSideways = /auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth;
        if (isSideways || /auto|scroll/.test(overflowY)) return null;
      }
      const edge = at.getBoundingClientRect();
      if (/hidden|clip/.test(overflowX)) {
        if (edge.width <= 1) return null;
        if (box.left < edge.left - 1.5 || box.right > edge.right + 1.5) return "cut at the side";
      }
      if (/hidden|clip/.test(overflowY) && box.bottom > edge.bottom + 3) {
        if (box.top >= edge.bottom) return null;
        return "cut below";
      }
      if (position === "fixed") break;
    }
    if (box.left < -1 || box.right > innerWidth + 1) return "outside the window";
    return null;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.nodeValue ?? "";
    const element = node.parentElement;
    if (text.trim() === "" || !element || !isSeen(element)) continue;
    if (element.closest("script, style, select, svg, .maplibregl-map, [inert]")) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) continue;
    const how = cut(element, box);
    if (how && !isTold(element, text)) faults.add(`${place(element)} "${short(text)}" ${how}`);
  }
  const controls = [
    ...document.querySelectorAll("button, a[href], input, [role=button], [role=slider]"),
  ];
  const nameOf = (control: Element) =>
    short(control.getAttribute("aria-label") ?? control.textContent ?? control.tagName);
  for (const control of controls) {
    const { left, top, width, height } = control.getBoundingClientRect();
    if (width < 4 || height < 4 || !isSeen(control)) continue;
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!hit || control.contains(hit) || hit.contains(control)) continue;
    const other = hit.closest("button, a[href], input, [role=button], [role=slider]");
    // A sheet lies over the map, as a page of its own.
    if (other?.closest('[class*="sheet"]') && !control.closest('[class*="sheet"]')) continue;
    if (!other || other.contains(control) || control.contains(other)) continue;
    if (control.closest("label")?.contains(other) || other.closest("label")?.contains(control))
      continue;
    // What is scrolled out of sight is covered by what lies beside.
    const isOut = (() => {
      for (let at = control.parentElement; at; at = at.parentElement) {
        if (!/auto|scroll|hidden|clip/.test(styleOf(at).overflow)) continue;
        const edge = at.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (x < edge.left || x > edge.right || y < edge.top || y > edge.bottom) return true;
      }
      return false;
    })();
    if (!isOut) faults.add(`"${nameOf(control)}" lies below "${nameOf(other)}"`);
  }
  return [...faults];
}
