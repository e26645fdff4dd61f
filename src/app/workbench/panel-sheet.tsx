// On a phone: a sheet over the map with three heights, and a bar of panels at the bottom.
import { useRef } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { ChevronDown, ChevronUp, Route, X } from "lucide-react";
import type { Panel } from "../../panels/panel.ts";
import {
  closePanel,
  frontPanelAtom,
  openPanel,
  raiseSheet,
  sheetHeightAtom,
  sheetHeights,
  type SheetHeight,
} from "../../state/shell/dock.ts";
import { goToStop, roundAtom } from "../../state/field/round.ts";
import { askAtom } from "../../state/account/ask.ts";
import { coverMap } from "../../state/map/cover.ts";
import { t } from "../../state/shell/locale.ts";
import { isOnItsSideAtom } from "../../state/shell/small-screen.ts";
import { IconButton } from "../../ui/button.tsx";
import { phoneOrder } from "./phone-order.ts";
import { KeptPlace } from "./kept-body.tsx";
import { usePanelCommands, useUnsavedPanels } from "./panel-rail.tsx";
import { usePlantPages } from "./plant-pages.ts";
import css from "./panel-sheet.module.css";

/** Distance in CSS pixels from which a drag counts as a swipe to the next height. */
const SWIPE_PX = 36;

export function PanelSheet({ panels }: { panels: readonly Panel[] }) {
  usePanelCommands(panels);
  const pages = usePlantPages();
  const { unsaved, isLinked, labelOf } = useUnsavedPanels();
  const front = useAtomValue(frontPanelAtom);
  const open = useSetAtom(openPanel);
  const raise = useSetAtom(raiseSheet);
  const close = useSetAtom(closePanel);
  const [height, setHeight] = useAtom(sheetHeightAtom);
  const isOnItsSide = useAtomValue(isOnItsSideAtom);
  const hasRound = useAtomValue(roundAtom) !== null;
  const showStop = useSetAtom(goToStop);
  const mayObserve = useAtomValue(askAtom)("observation.create") === null;
  const panel = panels.find(({ id }) => id === front);
  const isWhole = isOnItsSide && panel?.needsRoom === true;
  const shown = isWhole ? "full" : height;
  return (
    <div className={css.dock}>
      {panel ? (
        <section
          ref={coverMap}
          className={`${css.sheet} ${css[shown]}`}
          aria-label={t(panel.title)}
          data-panel={panel.id}
          data-sheet={shown}
        >
          <Grip height={height} onHeight={setHeight} onDown={() => close(panel.id)} />
          <header className={css.title}>
            <h2 tabIndex={-1}>{t(panel.title)}</h2>
            {isWhole ? null : <HeightButtons height={height} onHeight={setHeight} />}
            <IconButton
              label={t("shell:close_panel", { title: t(panel.title) })}
              onPress={() => close(panel.id)}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          </header>
          <KeptPlace id={panel.id} className={css.body} />
        </section>
      ) : null}
      <nav ref={coverMap} className={css.bar} aria-label={t("shell:panels")}>
        {/* Who is on a round goes on with it. */}
        {hasRound ? (
          <button type="button" className={css.tab} onClick={() => showStop()}>
            <Route size={19} aria-hidden="true" />
            <span>{t("field:round")}</span>
          </button>
        ) : null}
        {phoneOrder(panels, mayObserve)
          .filter((one) => isLinked(one) && one.icon)
          .map(({ id, title, icon: Icon }) => (
            <button
              key={id}
              type="button"
              className={css.tab}
              // The bar can be wider than the screen, so the open panel's button is scrolled into view.
              ref={(tab) => {
                if (id === front) tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
              }}
              aria-pressed={id === front}
              {...(unsaved.has(id) && { "data-unsaved": true, "aria-label": labelOf(id, title) })}
              onClick={() => {
                if (id === front) return close(id);
                open(id);
                raise();
              }}
            >
              {Icon ? <Icon size={19} aria-hidden="true" /> : null}
              <span>{t(title)}</span>
            </button>
          ))}
        {pages.panels.map((page) => {
          const { id, title, icon: Icon } = page;
          return (
            <button key={id} type="button" className={css.tab} onClick={() => pages.open(page)}>
              {Icon ? <Icon size={19} aria-hidden="true" /> : null}
              <span>{t(title)}</span>
            </button>
          );
        })}
      </nav>
    </div>
  );
}

export function HeightButtons({
  height,
  onHeight,
}: {
  height: SheetHeight;
  onHeight: (next: SheetHeight) => void;
}) {
  const at = sheetHeights.indexOf(height);
  const higher = sheetHeights[at + 1];
  const lower = sheetHeights[at - 1];
  return (
    <>
      <IconButton
        label={t("shell:sheet.lower")}
        isDisabled={!lower}
        onPress={() => lower && onHeight(lower)}
      >
        <ChevronDown size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t("shell:sheet.higher")}
        isDisabled={!higher}
        onPress={() => higher && onHeight(higher)}
      >
        <ChevronUp size={18} aria-hidden="true" />
      </IconButton>
    </>
  );
}

/** The grip is for touch only; the buttons beside the title do the same by keyboard. */
export function Grip({
  height,
  onHeight,
  onDown,
}: {
  height: SheetHeight;
  onHeight: (next: SheetHeight) => void;
  onDown: () => void;
}) {
  const start = useRef<number | null>(null);
  return (
    <div
      className={css.grip}
      aria-hidden="true"
      onPointerDown={(event) => {
        start.current = event.clientY;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerUp={(event) => {
        const moved = start.current === null ? 0 : event.clientY - start.current;
        start.current = null;
        if (Math.abs(moved) < SWIPE_PX) return;
        const next = sheetHeights[sheetHeights.indexOf(height) + (moved < 0 ? 1 : -1)];
        if (next) onHeight(next);
        else if (moved > 0) onDown();
      }}
    />
  );
}
