// The page where pilots download the drone app: the choice of the drone's series, then four steps.
import { useState } from "react";
import { ArrowDownToLine, Check } from "lucide-react";
import { useLocation } from "wouter";
import type { AppSeries } from "../../domain/provider/drone-model.ts";
import { modelsOfSeries } from "../../domain/provider/shipped-drone-model.ts";
import { t } from "../../state/shell/locale.ts";
import { CardPage } from "../../ui/card-page.tsx";
import { Notice } from "../../ui/notice.tsx";
import css from "./download-drone-app.module.css";

const allSeries: readonly AppSeries[] = ["sdk4", "sdk5"];
const steps = ["download", "open", "install", "sign_in"] as const;

type Outcome =
  | { readonly state: "asking"; readonly series: AppSeries }
  | { readonly state: "started"; readonly series: AppSeries; readonly version: string }
  | { readonly state: "missing"; readonly series: AppSeries }
  | { readonly state: "failed"; readonly series: AppSeries; readonly why: string };

/** The request code loads with the first press, so that the page renders sooner. */
async function ask(series: AppSeries): Promise<Outcome> {
  try {
    const { downloadDroneApp } = await import("../../state/settings/drone-app.ts");
    const model = modelsOfSeries(series)[0]?.key ?? "";
    const version = await downloadDroneApp(model);
    return version === null ? { state: "missing", series } : { state: "started", series, version };
  } catch (cause) {
    const words = await import("../../state/shell/fault.ts").catch(() => null);
    const why = words?.faultWords(cause).message ?? t("error:DISCONNECT");
    return { state: "failed", series, why };
  }
}

export function DownloadDroneApp() {
  const [path] = useLocation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // If the path has a series, only that one is offered.
  const onlySeries = allSeries.find((series) => path === `/download-${series}`);
  const offered = onlySeries ? [onlySeries] : allSeries;
  const choose = async (series: AppSeries) => {
    setOutcome({ state: "asking", series });
    setOutcome(await ask(series));
  };
  return (
    <CardPage
      product={t("shell:product")}
      closeLabel={t("shell:close")}
      title={t("drone-app:title")}
      subtitle={t(onlySeries ? "drone-app:lead_single" : "drone-app:lead")}
      isWide
    >
      <div className={css.series}>
        {offered.map((series) => (
          <button
            key={series}
            type="button"
            className={css.choice}
            aria-busy={outcome?.state === "asking" && outcome.series === series}
            disabled={outcome?.state === "asking"}
            onClick={() => void choose(series)}
          >
            <span className={css.head}>
              <strong>{t(`drone-app:series.${series}`)}</strong>
              {outcome?.state === "started" && outcome.series === series ? (
                <Check size={18} aria-hidden="true" />
              ) : (
                <ArrowDownToLine size={18} aria-hidden="true" />
              )}
            </span>
            <span className={css.models}>
              {modelsOfSeries(series).map(({ key, name }) => (
                <span key={key}>{name}</span>
              ))}
            </span>
            <span className={css.action}>{t("drone-app:download")}</span>
          </button>
        ))}
      </div>
      {outcome ? <OutcomeNotice outcome={outcome} /> : null}
      <section aria-labelledby="drone-app-steps">
        <h2 id="drone-app-steps" className={css.title}>
          {t("drone-app:steps")}
        </h2>
        <ol className={css.steps}>
          {steps.map((step, at) => (
            <li key={step}>
              <span className={css.number} aria-hidden="true">
                {at + 1}
              </span>
              <span>
                <strong>{t(`drone-app:step.${step}.title`)}</strong>
                {t(`drone-app:step.${step}.text`)}
              </span>
            </li>
          ))}
        </ol>
      </section>
    </CardPage>
  );
}

function OutcomeNotice({ outcome }: { outcome: Outcome }) {
  const series = t(`drone-app:series.${outcome.series}`);
  switch (outcome.state) {
    case "asking":
      return <Notice>{t("drone-app:asking")}</Notice>;
    case "started":
      return (
        <Notice tone="good" title={t("drone-app:started", { version: outcome.version })}>
          {t("drone-app:started_text")}
        </Notice>
      );
    case "missing":
      return (
        <Notice tone="watch" title={t("drone-app:missing", { series })}>
          {t("drone-app:missing_text")}
        </Notice>
      );
    case "failed":
      return (
        <Notice tone="danger" title={t("drone-app:failed")}>
          {outcome.why}
        </Notice>
      );
  }
}
