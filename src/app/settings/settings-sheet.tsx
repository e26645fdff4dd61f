// On a phone: a settings panel as a sheet over the map, at full height at first, and a bar of the other
// panels at the bottom.
import { useState } from "react";
import { X } from "lucide-react";
import { Link } from "wouter";
import type { Panel } from "../../panels/panel.ts";
import type { SheetHeight } from "../../state/shell/dock.ts";
import { t } from "../../state/shell/locale.ts";
import { IconButton } from "../../ui/button.tsx";
import { Grip, HeightButtons } from "../workbench/panel-sheet.tsx";
import { SettingsPage, useCloseSettings } from "./settings-panel.tsx";
import { useSettingsPanels } from "./settings-rail.tsx";
import { World } from "../workbench/world.tsx";
import sheetCss from "../workbench/panel-sheet.module.css";
import css from "./settings.module.css";

export function SettingsSheet({ panel }: { panel: Panel }) {
  const [height, setHeight] = useState<SheetHeight>("full");
  const all = useSettingsPanels();
  const close = useCloseSettings();
  const { id, title } = panel;
  return (
    <div className={css.layout}>
      <World isShown={height !== "full"} />
      <div className={sheetCss.dock}>
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
      </div>
    </div>
  );
}
