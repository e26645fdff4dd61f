// One settings panel: what it is called, what stands above it, and itself.
import { Suspense, useEffect, type ReactNode } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, Maximize2, Minimize2, X } from "lucide-react";
import { Link, Route, useLocation, useParams } from "wouter";
import { usePageAlerts } from "../../panels/page-alerts.tsx";
import type { Panel } from "../../panels/panel.ts";
import { t } from "../../state/shell/locale.ts";
import { returnAddressAtom } from "../../state/settings/settings.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { IconButton } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/feedback.tsx";
import { Page } from "../../ui/page.tsx";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import css from "./settings.module.css";

/** How one leaves the settings: back to where one was. */
export function useCloseSettings(): () => void {
  const place = useAtomValue(returnAddressAtom);
  const [, navigate] = useLocation();
  return () => navigate(place);
}

export function SettingsPanel({
  panel,
  isWide,
  onWide,
}: {
  panel: Panel;
  isWide: boolean;
  onWide: (isWide: boolean) => void;
}) {
  const close = useCloseSettings();
  const register = useSetAtom(registerCommands);
  useEffect(
    () =>
      register([
        {
          id: "settings-wide",
          name: isWide ? "shell:settings_narrower" : "shell:settings_wider",
          group: "shell:settings",
          keys: ["w"],
          run: () => onWide(!isWide),
        },
      ]),
    [register, isWide, onWide],
  );
  return (
    <section className={css.panel} aria-label={t(panel.title)} data-panel={panel.id}>
      <SettingsPage
        key={panel.id}
        look="panel"
        panel={panel}
        tools={
          <>
            <IconButton
              size="sm"
              keys="W"
              label={t(isWide ? "shell:settings_narrower" : "shell:settings_wider")}
              onPress={() => onWide(!isWide)}
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

/** Leads back to the overview a panel belongs to, "/plant/7" for "/plant/7/settings". */
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

/** A settings panel in the layout of a page, with a state of its own for loading and failing. */
export function SettingsPage({
  panel,
  look,
  tools,
}: {
  panel: Panel;
  look: "panel" | "sheet";
  tools: ReactNode;
}) {
  const alerts = usePageAlerts();
  const { component: Body, title, subtitle, superAdmin, address } = panel;
  return (
    <Page
      {...alerts}
      look={look}
      title={t(title)}
      shield={superAdmin ? t("shell:super_admin_only") : undefined}
      subtitle={subtitle ? t(subtitle) : undefined}
      back={<BackLink panel={panel} />}
      tools={tools}
    >
      <div className={css.body}>
        <ErrorBoundary>
          <Suspense fallback={<Skeleton label={t("shell:loading")} lines={8} />}>
            <Route path={address}>
              <Body />
            </Route>
          </Suspense>
        </ErrorBoundary>
      </div>
    </Page>
  );
}
