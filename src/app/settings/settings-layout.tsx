// The layout of the settings: a rail of panels, and the open panel as wide as the window; on request the
// world map beside it.
// The map stays mounted when another panel opens.
import { useState } from "react";
import { useAtom, useAtomValue } from "jotai";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import type { Panel as PanelType } from "../../panels/panel.ts";
import type { SheetHeight } from "../../state/shell/dock.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { widePanelsAtom } from "../../state/settings/settings.ts";
import { settingsBody, SettingsPanel } from "./settings-panel.tsx";
import { SettingsRail } from "./settings-rail.tsx";
import { SettingsSheet } from "./settings-sheet.tsx";
import { KeptBodies } from "../workbench/kept-body.tsx";
import { World } from "../workbench/world.tsx";
import workbench from "../workbench/workbench.module.css";
import css from "./settings.module.css";

export function SettingsLayout({ panel }: { panel: PanelType }) {
  return (
    <KeptBodies bodies={[settingsBody(panel)]}>
      <Layout panel={panel} />
    </KeptBodies>
  );
}

function Layout({ panel }: { panel: PanelType }) {
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const [wide, setWide] = useAtom(widePanelsAtom);
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    // The key of the widths that browsers have stored; renaming it would reset them.
    id: "settings-desk",
    panelIds: ["world", "settings"],
    storage: localStorage,
  });
  const [height, setHeight] = useState<SheetHeight>("full");
  if (isNarrow) {
    return (
      <div className={css.layout}>
        <World isShown={height !== "full"} />
        <SettingsSheet panel={panel} onHeight={setHeight} />
      </div>
    );
  }
  const isWide = wide[panel.id] ?? true;
  return (
    <div className={css.layout}>
      <SettingsRail panel={panel} />
      <Group
        orientation="horizontal"
        className={isWide ? `${css.group} ${css.wide}` : css.group!}
        defaultLayout={defaultLayout}
        onLayoutChanged={onLayoutChanged}
      >
        <Panel id="world" minSize={160} className={workbench.map!}>
          <World isShown={!isWide} />
        </Panel>
        <Separator className={workbench.column!} />
        <Panel
          id="settings"
          defaultSize="56%"
          minSize={380}
          groupResizeBehavior="preserve-pixel-size"
        >
          <SettingsPanel
            panel={panel}
            isWide={isWide}
            onWideChange={(next) => setWide(panel.id, next)}
          />
        </Panel>
      </Group>
    </div>
  );
}
