// One settings panel: what it is called, what stands above it, and itself.
import { Suspense, useEffect } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ArrowLeft, Maximize2, Minimize2, ShieldCheck, X } from "lucide-react";
import { Link, Route, useLocation, useParams } from "wouter";
import type { Panel } from "../../panels/panel.ts";
import { t } from "../../state/shell/locale.ts";
import {
  pageAlertsAtom,
  placeAtom,
  showPageAlert,
  type AlertArea,
} from "../../state/settings/settings.ts";
import { registerCommands } from "../../state/shell/shortcut.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { ErrorBoundary } from "../page/error-boundary.tsx";
import css from "./settings.module.css";

/** How one leaves the settings: back to where one was. */
export function useCloseSettings(): () => void {
  const place = useAtomValue(placeAtom);
  const [, navigate] = useLocation();
  return () => navigate(place);
}

/** The shield that marks what only super admins see. */
export function Shield({ size = 14 }: { size?: number }) {
  return (
    <span className={css.shield} role="img" aria-label={t("shell:super_admin_only")}>
      <ShieldCheck size={size} aria-hidden="true" />
    </span>
  );
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
  const { id, title, subtitle, superAdmin } = panel;
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
    <section className={css.panel} aria-label={t(title)} data-panel={id}>
      <header className={css.head}>
        <div className={css.heading}>
          <BackLink panel={panel} />
          <h1>
            {t(title)}
            {superAdmin ? <Shield size={16} /> : null}
          </h1>
          {subtitle ? <p>{t(subtitle)}</p> : null}
        </div>
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
        <IconButton size="sm" label={t("shell:close_panel", { title: t(title) })} onPress={close}>
          <X size={16} aria-hidden="true" />
        </IconButton>
      </header>
      <SettingsBody key={id} panel={panel} />
    </section>
  );
}

/** Leads back to the overview a panel belongs to, "/plant/7" for "/plant/7/settings". */
export function BackLink({ panel }: { panel: Panel }) {
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

/** The two areas for alerts, and the panel with a state of its own for loading and failing. */
export function SettingsBody({ panel }: { panel: Panel }) {
  const alerts = useAtomValue(pageAlertsAtom);
  const show = useSetAtom(showPageAlert);
  const { component: Body } = panel;
  useEffect(
    () => () => {
      show("fault", null);
      show("note", null);
    },
    [show],
  );
  const area = (name: AlertArea) => {
    const alert = alerts[name];
    if (!alert) return null;
    const { title, text, action } = alert;
    return (
      <Alert
        tone={name === "fault" ? "danger" : "info"}
        title={title}
        dismissLabel={t("shell:close")}
        onDismiss={() => show(name, null)}
      >
        {text}
        {action ? (
          <Button size="sm" onPress={action.run}>
            {action.label}
          </Button>
        ) : null}
      </Alert>
    );
  };
  return (
    <>
      {alerts.fault || alerts.note ? (
        <div className={css.alerts}>
          {area("fault")}
          {area("note")}
        </div>
      ) : null}
      <div className={css.body}>
        <ErrorBoundary>
          <Suspense fallback={<Skeleton label={t("shell:loading")} lines={8} />}>
            <Route path={panel.address}>
              <Body />
            </Route>
          </Suspense>
        </ErrorBoundary>
      </div>
    </>
  );
}
