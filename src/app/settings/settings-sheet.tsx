// On a phone: a settings panel as a sheet over its map, at full height at first, and a bar of the other
// panels at the bottom.
import { useState } from "react";
import { X } from "lucide-react";
import { Link } from "wouter";
import type { Panel } from "../../panels/panel.ts";
import type { SheetHeight } from "../../state/shell/dock.ts";
import { coverMap } from "../../state/map/cover.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Grip, HeightButtons } from "../workbench/panel-sheet.tsx";
import { SettingsPage, useCloseSettings } from "./settings-panel.tsx";
import { useSettingsPanels } from "./settings-rail.tsx";
import sheetCss from "../workbench/panel-sheet.module.css";

/** The sheet over a map. `onHeight` hears how much of the map is seen. */
export function SettingsSheet({
  panel,
  onHeight,
}: {
  panel: Panel;
  onHeight?: (height: SheetHeight) => void;
}) {
  const [height, setOwnHeight] = useState<SheetHeight>("full");
  const setHeight = (next: SheetHeight) => {
    setOwnHeight(next);
    onHeight?.(next);
  };
  const all = useSettingsPanels();
  const close = useCloseSettings(panel);
  const { id, title } = panel;
  return (
    <div ref={coverMap} className={sheetCss.dock}>
      <section
        className={`${sheetCss.sheet} ${sheetCss[height]}`}
        aria-label={t(title)}
        data-panel={id}
      >
        <Grip height={height} onHeight={setHeight} onDown={close} />
        <SettingsPage
          key={id}
          layout="sheet"
          panel={panel}
          tools={
            <>
              <HeightButtons height={height} onHeight={setHeight} />
              <IconButton label={t("shell:close_panel", { title: t(title) })} onPress={close}>
                <X size={18} aria-hidden="true" />
              </IconButton>
            </>
          }
        />
      </section>
      {panel.alone ? null : (
        <nav className={sheetCss.bar} aria-label={t("shell:settings")}>
          {all.map((one) => (
            <Link
              key={one.id}
              href={one.address}
              className={sheetCss.tab}
              aria-current={one.id === id ? "page" : undefined}
              ref={(tab: HTMLAnchorElement | null) => {
                if (one.id === id) tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
              }}
            >
              {one.icon ? <one.icon size={19} aria-hidden="true" /> : null}
              <span>{t(one.title)}</span>
            </Link>
          ))}
        </nav>
      )}
    </div>
  );
}
