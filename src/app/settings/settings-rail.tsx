// The rail of settings panels that the viewer may open.
import { atom, useAtomValue, type Atom } from "jotai";
import { Settings } from "lucide-react";
import { Link } from "wouter";
import { panels } from "../../panels/index.ts";
import type { Panel } from "../../panels/panel.ts";
import { t } from "../../state/shell/locale.ts";
import { hasPermissionAtom } from "../../state/account/session.ts";
import { isMonitoringOfferedAtom } from "../../state/settings/task-list.ts";
import { Shield } from "../../ui/page.tsx";
import css from "./settings.module.css";

/** Panels that are listed for some viewers only. The permission decides who may open them. */
const offered = new Map<string, Atom<boolean>>([["monitoring", isMonitoringOfferedAtom]]);

const settingsPanelsAtom = atom((get): readonly Panel[] => {
  const may = get(hasPermissionAtom);
  return panels.filter(
    ({ id, menu, permission }) =>
      menu === "settings" && may(permission) && (offered.get(id) ? get(offered.get(id)!) : true),
  );
});

/** The panels of the settings menu that the viewer is offered, in the order of panels/index.ts. */
export function useSettingsPanels(): readonly Panel[] {
  return useAtomValue(settingsPanelsAtom);
}

export function SettingsRail({ panel }: { panel: Panel }) {
  const all = useSettingsPanels();
  // The profile is listed too, because some users have no other settings panel.
  if (all.length === 0 || panel.alone) return null;
  return (
    <nav className={css.rail} aria-label={t("shell:settings")}>
      <h2>{t("shell:settings")}</h2>
      {all.map(({ id, address, title, icon: Icon = Settings, superAdmin }) => (
        <Link
          key={id}
          href={address}
          className={id === panel.id ? `${css.entry} ${css.active}` : css.entry}
          aria-current={id === panel.id ? "page" : undefined}
        >
          <Icon size={15} aria-hidden="true" />
          <span>{t(title)}</span>
          {superAdmin ? <Shield label={t("shell:super_admin_only")} size={13} /> : null}
        </Link>
      ))}
    </nav>
  );
}
