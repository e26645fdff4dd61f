// One settings panel: title, alerts and content.
import { Suspense, useEffect, type ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, Maximize2, Minimize2, X } from "lucide-react";
import { Link, Route, useLocation, useParams } from "wouter";
import { usePageAlerts } from "../../panels/page-alerts.tsx";
import type { Panel } from "../../panels/panel.ts";
import { panelIdContext } from "../../panels/unsaved.ts";
import { t } from "../../state/shell/locale.ts";
import { pageNameAtom, returnAddressAtom } from "../../state/settings/settings.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { IconButton } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import { KeptPlace, type KeptBody } from "../workbench/kept-body.tsx";
import css from "./settings.module.css";

/** Closes the settings and returns to the previous page; a panel that stands alone says where it leads. */
export function useCloseSettings({ alone }: Pick<Panel, "alone">): () => void {
  const place = useAtomValue(returnAddressAtom);
  const [, navigate] = useLocation();
  return () => navigate(alone ?? place);
}

export function SettingsPanel({
  panel,
  isWide,
  onWideChange,
}: {
  panel: Panel;
  isWide: boolean;
  onWideChange: (isWide: boolean) => void;
}) {
  const close = useCloseSettings(panel);
  const register = useSetAtom(registerCommands);
  useEffect(
    () =>
      register([
        {
          id: "settings-wide",
          name: isWide ? "shell:settings_narrower" : "shell:settings_wider",
          group: "shell:settings",
          keys: ["w"],
          run: () => onWideChange(!isWide),
        },
      ]),
    [register, isWide, onWideChange],
  );
  return (
    <section className={css.panel} aria-label={t(panel.title)} data-panel={panel.id}>
      <SettingsPage
        key={panel.id}
        layout="panel"
        panel={panel}
        tools={
          <>
            <IconButton
              size="sm"
              keys="W"
              label={t(isWide ? "shell:settings_narrower" : "shell:settings_wider")}
              onPress={() => onWideChange(!isWide)}
            >
              {isWide ? (
                <Minimize2 size={15} aria-hidden="true" />
              ) : (
                <Maximize2 size={15} aria-hidden="true" />
              )}
            </IconButton>
            <IconButton
              size="sm"
              label={t("shell:close_panel", { title: t(panel.title) })}
              onPress={close}
            >
              <X size={16} aria-hidden="true" />
            </IconButton>
          </>
        }
      />
    </section>
  );
}

/** The link to the panel's overview: "/plant/7" for "/plant/7/settings". */
function BackLink({ panel }: { panel: Panel }) {
  const params = useParams<Record<string, string>>();
  if (!panel.overview) return null;
  const to = panel.overview.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? "");
  return (
    <Link href={to} className={css.back}>
      <ArrowLeft size={13} aria-hidden="true" />
      {t("shell:back_to_overview")}
    </Link>
  );
}

/** A settings panel in a page layout. */
export function SettingsPage({
  panel,
  layout,
  tools,
}: {
  panel: Panel;
  layout: "panel" | "sheet";
  tools: ReactNode;
}) {
  const alerts = usePageAlerts();
  const name = useAtomValue(pageNameAtom);
  const { title, subtitle, superAdmin } = panel;
  return (
    <Page
      {...alerts}
      layout={layout}
      title={name ?? t(title)}
      shield={superAdmin ? t("shell:super_admin_only") : undefined}
      subtitle={subtitle ? t(subtitle) : undefined}
      back={<BackLink panel={panel} />}
      tools={tools}
    >
      <KeptPlace id={settingsId(panel)} className={css.body} />
    </Page>
  );
}

const settingsId = ({ id }: Panel) => `settings ${id}`;

/** The content of a settings panel, with its own loading and error state. */
export function settingsBody(panel: Panel): KeptBody {
  const { component: Body, address } = panel;
  const body = (
    <panelIdContext.Provider value={panel.id}>
      <ErrorBoundary>
        <Suspense fallback={<Skeleton label={t("shell:loading")} lines={8} />}>
          <Route path={address}>
            <Body />
          </Route>
        </Suspense>
      </ErrorBoundary>
    </panelIdContext.Provider>
  );
  return { id: settingsId(panel), body };
}
