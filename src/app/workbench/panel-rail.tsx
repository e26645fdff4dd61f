// The rail beside the map: one button per panel.
import { useEffect, useEffectEvent } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import type { Panel } from "../../panels/panel.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { docks, openPanelsAtom, togglePanel } from "../../state/shell/dock.ts";
import { unsavedPanelsAtom } from "../../state/shell/leave.ts";
import { t } from "../../state/shell/locale.ts";
import { registerCommands, type Command } from "../../state/shell/shortcut.ts";
import { IconButton } from "../../ui/button.tsx";
import { plantPages, usePlantPages } from "./plant-pages.ts";
import css from "./workbench.module.css";

/** @param settings the page of the plant that takes the place of the right panel, or null */
export function PanelRail({
  panels,
  settings,
}: {
  panels: readonly Panel[];
  settings: Panel | null;
}) {
  const openIds = useAtomValue(openPanelsAtom);
  const toggle = useSetAtom(togglePanel);
  const pages = usePlantPages();
  usePanelCommands(panels);
  const { unsaved, isLinked, labelOf } = useUnsavedPanels();
  return (
    <nav className={css.rail} aria-label={t("shell:panels")}>
      {docks.map((dock) => (
        <div key={dock} className={css.railGroup}>
          {panels
            .filter((panel) => panel.dock === dock && isLinked(panel) && panel.icon)
            .map(({ id, title, icon: Icon, keys }) => (
              <IconButton
                key={id}
                label={labelOf(id, title)}
                {...(unsaved.has(id) && { "data-unsaved": true })}
                keys={keys?.[0]?.toUpperCase() ?? ""}
                placement="right"
                isOn={openIds.includes(id) && !(settings && dock === "right")}
                onPress={() => (settings && dock === "right" ? pages.close(id) : toggle(id))}
              >
                {Icon ? <Icon size={17} aria-hidden="true" /> : null}
              </IconButton>
            ))}
        </div>
      ))}
      <div className={css.railGroup}>
        {pages.panels.map((page) => {
          const { id, title, icon: Icon } = page;
          return (
            <IconButton
              key={id}
              label={t(title)}
              placement="right"
              isOn={settings?.id === id}
              onPress={() => (settings?.id === id ? pages.close() : pages.open(page))}
            >
              {Icon ? <Icon size={17} aria-hidden="true" /> : null}
            </IconButton>
          );
        })}
      </div>
    </nav>
  );
}

/**
 * Panels with unsaved work, which keep it while they are closed: their buttons say so, and those that have none
 * otherwise get one.
 */
export function useUnsavedPanels() {
  const unsaved = useAtomValue(unsavedPanelsAtom);
  return {
    unsaved,
    isLinked: ({ id, hidden }: Panel) => !hidden || unsaved.has(id),
    labelOf: (id: string, title: string) =>
      unsaved.has(id) ? t("shell:panel_unsaved", { title: t(title) }) : t(title),
  };
}

/** Registers every panel and page of the plant as a command for keys, palette and shortcut overview. */
export function usePanelCommands(panels: readonly Panel[]): void {
  const register = useSetAtom(registerCommands);
  const pages = usePlantPages();
  const open = useEffectEvent((page: Panel) => pages.open(page));
  useEffect(
    () =>
      register(
        plantPages.map((page): Command => ({
          id: `go-${page.id}`,
          name: page.title,
          group: "shell:group.go",
          isOffered: (get) => get(hasPermissionAtom)(page.permission),
          run: () => open(page),
        })),
      ),
    [register],
  );
  useEffect(
    () =>
      register(
        panels.map((panel): Command => ({
          id: `panel-${panel.id}`,
          name: panel.title,
          group: "shell:panels",
          ...(panel.keys ? { keys: panel.keys } : {}),
          run: (_get, set) => set(togglePanel, panel.id),
        })),
      ),
    [register, panels],
  );
}
