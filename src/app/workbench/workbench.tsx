// The workbench of a plant: the map with panels docked around it. The map keeps its place in the tree
// when panels open or close, because a remount would draw everything again.
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from "react";
import { useAtom, useAtomValue, useSetAtom, useStore } from "jotai";
import { Group, Panel, Separator, useDefaultLayout } from "react-resizable-panels";
import { useParams } from "wouter";
import { panels } from "../../panels/index.ts";
import type { Panel as PanelType } from "../../panels/panel.ts";
import { panelIdContext } from "../../panels/unsaved.ts";
import { pageNotFoundPanel } from "../../panels/page-not-found/panel.ts";
import {
  docks,
  frontPanelAtom,
  openPanelsAtom,
  startDocks,
  type Dock,
} from "../../state/shell/dock.ts";
import { isSmallScreenAtom } from "../../state/shell/small-screen.ts";
import { isPlantMissingAtom, plantAtom } from "../../state/plant/plant.ts";
import { openPlant } from "../../state/plant/open-plant.ts";
import { unsavedPanelsAtom } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { endPlant } from "../../state/shell/lifetime.ts";
import { restoreAddress } from "../../state/shell/address-work.ts";
import { widePanelsAtom } from "../../state/settings/settings.ts";
import { startPlantWork } from "../../state/plant/plant-work.ts";
import { filterFinder, keyFigureFinder } from "../../state/plant/component/plant-finder.ts";
import { componentFinder } from "../../state/plant/component/search.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { t } from "../../state/shell/locale.ts";
import { registerFinder } from "../../state/shell/shortcut.ts";
import { Skeleton } from "../../ui/feedback.tsx";
import { DockPanel } from "./dock-panel.tsx";
import { DropFile } from "./drop-file.tsx";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import { Hints } from "./hints.tsx";
import { KeptBodies, type KeptBody } from "./kept-body.tsx";
import { MapSlot, PlantMap } from "./map-slot.tsx";
import { MapTools } from "./map-tools.tsx";
import { usePanelFocus } from "./panel-focus.ts";
import { PanelRail } from "./panel-rail.tsx";
import { PlantMissing } from "./plant-missing.tsx";
import { PanelSheet } from "./panel-sheet.tsx";
import { settingsBody, SettingsPanel } from "../settings/settings-panel.tsx";
import { SettingsSheet } from "../settings/settings-sheet.tsx";
import css from "./workbench.module.css";

const dockedPanels = panels.filter(({ dock }) => docks.some((one) => one === dock));
const mapPanels = panels.filter(({ dock }) => dock === "map");

// What stands on every map is loaded at once, instead of one part after the other.
PlantMap.loadAhead();
for (const { component } of mapPanels) component.loadAhead();

/** @param settings the page of the plant that is open beside its map, or null */
export function Workbench({ settings }: { settings: PanelType | null }) {
  const { id } = useParams<{ id: string }>();
  const plantId = /^[1-9]\d{0,15}$/.test(id) ? Number(id) : null;
  const store = useStore();
  const start = useSetAtom(startDocks);
  const may = useAtomValue(hasPermissionAtom);
  const isSettings = useEffectEvent(() => settings !== null);
  useLayoutEffect(() => {
    if (settings === null) restoreAddress(store);
  }, [settings, store]);
  // Before the effects of the parts: the data are asked for while the map is being made.
  useLayoutEffect(() => {
    if (plantId === null) return undefined;
    void store.set(openPlant, plantId, isSettings() ? "" : location.search.slice(1));
    const stop = startPlantWork(store);
    const finders = [keyFigureFinder, filterFinder, componentFinder];
    const unregister = finders.map((finder) => store.set(registerFinder, finder));
    return () => {
      for (const stopFinding of unregister) stopFinding();
      stop();
      store.set(endPlant);
    };
  }, [plantId, store]);
  useEffect(() => {
    const permitted = dockedPanels.filter(({ permission }) => may(permission));
    start(
      permitted.map((panel) => ({
        id: panel.id,
        dock: panel.dock as Dock,
        opens: panel.opens === true,
      })),
    );
  }, [may, start]);
  const NotFound = pageNotFoundPanel.component;
  const isMissing = useAtomValue(isPlantMissingAtom);
  if (plantId === null) return <NotFound />;
  return isMissing ? <PlantMissing /> : <Docks settings={settings} />;
}

function Docks({ settings }: { settings: PanelType | null }) {
  const isNarrow = useAtomValue(isSmallScreenAtom);
  const may = useAtomValue(hasPermissionAtom);
  const openIds = useAtomValue(openPanelsAtom);
  const permitted = useMemo(() => dockedPanels.filter(({ permission }) => may(permission)), [may]);
  const openIn = (dock: Dock) =>
    isNarrow
      ? undefined
      : permitted.find((panel) => panel.dock === dock && openIds.includes(panel.id));
  const left = openIn("left");
  const right = isNarrow ? null : (settings ?? openIn("right"));
  const rightId = settings ? "settings" : "right";
  const [wide, setWide] = useAtom(widePanelsAtom);
  const isWide = settings !== null && !isNarrow && (wide[settings.id] ?? false);
  const bottom = openIn("bottom");
  const front = useAtomValue(frontPanelAtom);
  const inSheet = isNarrow && !settings ? permitted.find(({ id }) => id === front) : undefined;
  const visible = [left, settings ? undefined : right, bottom, inSheet].flatMap((one) => one ?? []);
  const bodies = useKept(visible, settings ? [] : openIds).map(panelBody);
  usePanelFocus(settings?.id ?? null);
  const columns = useDefaultLayout({
    id: "workbench-columns",
    panelIds: [left ? "left" : "", "middle", right ? rightId : ""].filter(Boolean),
    storage: localStorage,
  });
  const rows = useDefaultLayout({
    id: "workbench-rows",
    panelIds: ["map", bottom ? "bottom" : ""].filter(Boolean),
    storage: localStorage,
  });
  return (
    <KeptBodies bodies={settings ? [...bodies, settingsBody(settings)] : bodies}>
      <div className={css.workbench}>
        <DropFile isPage={settings !== null} />
        {/* A page of the plant has a heading of its own. */}
        {settings ? null : <PlantName />}
        {isNarrow ? null : <PanelRail panels={permitted} settings={settings} />}
        <Group
          orientation="horizontal"
          className={isWide ? `${css.group} ${css.wide}` : css.group!}
          defaultLayout={columns.defaultLayout}
          onLayoutChanged={columns.onLayoutChanged}
        >
          {left ? (
            <Panel
              key="left"
              id="left"
              defaultSize={320}
              minSize={240}
              maxSize="45%"
              groupResizeBehavior="preserve-pixel-size"
            >
              <DockPanel panel={left} />
            </Panel>
          ) : null}
          {left ? <Separator key="left-edge" className={css.column} /> : null}
          <Panel key="middle" id="middle" minSize={280}>
            <Group
              orientation="vertical"
              className={css.group}
              defaultLayout={rows.defaultLayout}
              onLayoutChanged={rows.onLayoutChanged}
            >
              <Panel key="map" id="map" minSize={160} className={css.map}>
                <MapSlot />
                <div className={css.over}>
                  <MapTools />
                  {mapPanels
                    .filter(({ permission }) => may(permission))
                    .map(({ id, component: MapPanel }) => (
                      <ErrorBoundary key={id}>
                        <Suspense fallback={null}>
                          <MapPanel />
                        </Suspense>
                      </ErrorBoundary>
                    ))}
                </div>
                {settings ? null : <Hints />}
              </Panel>
              {bottom ? <Separator key="bottom-edge" className={css.row} /> : null}
              {bottom ? (
                <Panel
                  key="bottom"
                  id="bottom"
                  defaultSize={280}
                  minSize={140}
                  maxSize="75%"
                  groupResizeBehavior="preserve-pixel-size"
                >
                  <DockPanel panel={bottom} />
                </Panel>
              ) : null}
            </Group>
          </Panel>
          {right ? <Separator key={`${rightId}-edge`} className={css.column} /> : null}
          {right ? (
            <Panel
              key={rightId}
              id={rightId}
              defaultSize={settings ? "52%" : 340}
              minSize={settings ? 380 : 260}
              maxSize={settings ? "75%" : "50%"}
              groupResizeBehavior="preserve-pixel-size"
            >
              {settings ? (
                <SettingsPanel
                  panel={settings}
                  isWide={isWide}
                  onWideChange={(next) => setWide(settings.id, next)}
                />
              ) : (
                <DockPanel panel={right} />
              )}
            </Panel>
          ) : null}
        </Group>
        {isNarrow && settings ? <SettingsSheet panel={settings} /> : null}
        {isNarrow && !settings ? <PanelSheet panels={permitted} /> : null}
      </div>
    </KeptBodies>
  );
}

/** The heading of the page for screen readers; the header shows the name. */
function PlantName() {
  const plant = valueOf(useAtomValue(plantAtom));
  return <h1 className="visually-hidden">{plant?.name ?? t("plant:title")}</h1>;
}

/**
 * Panels that have been visible stay as they are until they are closed: in the sheet of a phone there is one. Those
 * with unsaved work stay even then.
 */
function useKept(visible: readonly PanelType[], openIds: readonly string[]): readonly PanelType[] {
  const [kept, setKept] = useState(visible);
  const unsaved = useAtomValue(unsavedPanelsAtom);
  const next = [
    ...kept.filter(
      (one) => (openIds.includes(one.id) || unsaved.has(one.id)) && !visible.includes(one),
    ),
    ...visible,
  ].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const isSame = next.length === kept.length && next.every((one, at) => one === kept[at]);
  if (!isSame) setKept(next);
  return isSame ? kept : next;
}

/** The content of a docked panel, with its own loading and error state. */
function panelBody({ id, component: Body }: PanelType): KeptBody {
  const body = (
    <panelIdContext.Provider value={id}>
      <ErrorBoundary>
        <Suspense fallback={<Skeleton label={t("shell:loading")} />}>
          <Body />
        </Suspense>
      </ErrorBoundary>
    </panelIdContext.Provider>
  );
  return { id, body };
}
