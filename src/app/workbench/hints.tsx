// Five hints of the first visit, one after the other, in a corner of the map. They never take the focus, and
// what a hint speaks of has a frame.
import { useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { X } from "lucide-react";
import { coverMapBriefly } from "../../state/map/cover.ts";
import { endHints, hintAtom, hints, nextHint, type Hint } from "../../state/shell/hint.ts";
import { t } from "../../state/shell/locale.ts";
import { isTouchAtom } from "../../state/shell/touch.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import css from "./hints.module.css";

/** What a hint speaks of, found by its name; the map needs no frame. */
function targetOf(hint: Hint): Element | null {
  const legend = `[aria-label="${CSS.escape(t("legend:title"))}"]`;
  const inRail = (name: string) => `nav button[aria-label="${CSS.escape(name)}"]`;
  const selectors: Record<Hint, string | null> = {
    map: null,
    key_figure: `${legend} button[aria-haspopup]:nth-of-type(1)`,
    legend,
    find: inRail(t("find:title")),
    table: inRail(t("table:title")),
  };
  const selector = selectors[hint];
  return selector === null ? null : document.querySelector(selector);
}

export function Hints() {
  const hint = useAtomValue(hintAtom);
  const isTouch = useAtomValue(isTouchAtom);
  const next = useSetAtom(nextHint);
  const end = useSetAtom(endHints);
  useEffect(() => {
    const target = hint && targetOf(hint);
    target?.setAttribute("data-hinted", "");
    return () => target?.removeAttribute("data-hinted");
  }, [hint]);
  if (hint === null) return null;
  const place = hints.indexOf(hint) + 1;
  return (
    <section ref={coverMapBriefly} className={css.hint} aria-label={t("workbench:hint.title")}>
      <header>
        <small>{t("workbench:hint.place", { place, all: hints.length })}</small>
        <IconButton label={t("workbench:hint.end")} size="sm" onPress={end}>
          <X size={14} aria-hidden="true" />
        </IconButton>
      </header>
      <div role="status">
        <h3>{t(`workbench:hint.${hint}.title`)}</h3>
        <p>
          {hint === "map" && isTouch
            ? t("workbench:hint.map.touch")
            : t(`workbench:hint.${hint}.text`)}
        </p>
      </div>
      <Button kind="primary" size="sm" onPress={next}>
        {t(place < hints.length ? "workbench:hint.next" : "workbench:hint.done")}
      </Button>
    </section>
  );
}
