// What the newest evaluation did: files, conditions, formulas, version, and what it left out.
import { useAtomValue, useSetAtom } from "jotai";
import { Download, ListChecks } from "lucide-react";
import { Link } from "wouter";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { ageOf } from "../../../domain/evaluation/evaluation-age.ts";
import { evaluationKeys } from "../../../domain/evaluation/evaluation-limit.ts";
import { evaluationSettings } from "../../../domain/evaluation/evaluation-settings.ts";
import type { ShownLog } from "../../../domain/evaluation/survey-log.ts";
import { weakestFaults } from "../../../domain/evaluation/weakest-fault.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { askAtom } from "../../../state/account/ask.ts";
import { evaluationLogOf, saveEvaluationLog } from "../../../state/settings/evaluation.ts";
import { placeWords } from "../../../state/plant/column/place-words.ts";
import { formatNumber, t } from "../../../state/shell/locale.ts";
import { showFault } from "../../../state/shell/toast.ts";
import { keyFigureName } from "../../../state/plant/column/value-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Alert, Skeleton } from "../../../ui/feedback.tsx";
import { LoadFault } from "../../load-fault.tsx";
import { RunEvaluation } from "../../run-evaluation/run-evaluation.tsx";
import { ConditionNotices } from "./condition-notices.tsx";
import { countedWords } from "./counted-words.ts";
import { FileNotices } from "./file-notices.tsx";
import { imageWords } from "./image-words.ts";
import css from "./evaluation.module.css";

export function EvaluationLog({ analysis }: { analysis: Analysis }) {
  const { id, plant_id, time_zone } = analysis;
  const log = useAtomValue(evaluationLogOf(id));
  const save = useSetAtom(saveEvaluationLog);
  if (log.state === "failed") return <LoadFault fault={log.fault} isSmall />;
  if (log.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  return (
    <>
      <Age log={log.value} analysis={analysis} />
      <Notices
        log={log.value}
        control={`/plant/${plant_id}?analysis=${id}&panel=control-points`}
        zone={time_zone}
      />
      <Facts log={log.value} zone={time_zone} />
      <div className={css.acts}>
        <Button
          icon={<Download size={14} aria-hidden="true" />}
          onPress={() => void save(id).catch(showFault)}
        >
          {t("evaluation:log.download")}
        </Button>
        {log.value.flagged > 0 ? (
          <Link href={`/plant/${plant_id}?analysis=${id}&panel=review`} className={css.link}>
            <ListChecks size={14} aria-hidden="true" /> {t("evaluation:log.review")}
          </Link>
        ) : null}
      </div>
      <Formulas log={log.value} />
    </>
  );
}

/** Says that an older version evaluated, with the way to the values of this one. */
function Age({ log: { method, version }, analysis }: { log: ShownLog; analysis: Analysis }) {
  const age = ageOf(method);
  if (age === "present") return null;
  return (
    <Alert
      tone={age === "place_unchecked" ? "danger" : "watch"}
      title={t(`evaluation:age.${age}_title`, { version })}
    >
      {t(`evaluation:age.${age}_text`)}
      <RunEvaluation analysis={analysis} label={t("evaluation:age.again")} />
    </Alert>
  );
}

/** An analysis can have thousands of images; the file has them all. */
const MOST_FILES = 20;

const nameOf = (key: string) => {
  const keyFigure = keyFigureByKey(key);
  return keyFigure ? keyFigureName(keyFigure) : key;
};

/** What the user should do something about. */
function Notices({ log, control, zone }: { log: ShownLog; control: string; zone: string }) {
  const maySet = useAtomValue(askAtom)("controlPoint.list") === null;
  const { kept, left_out, implausible, is_contradicted } = log;
  const beyond = Object.entries(log.beyond_range);
  const unsure = log.registrations.filter(({ found }) => !found || found.is_ambiguous).length;
  return (
    <>
      {unsure > 0 ? (
        <Alert tone="danger" title={t("evaluation:log.unsure_title", { count: unsure })}>
          {t("evaluation:log.unsure_text")}{" "}
          {maySet ? (
            <Link href={control} className={css.link}>
              {t("evaluation:log.set_control")}
            </Link>
          ) : null}
        </Alert>
      ) : null}
      {implausible.length > 0 ? (
        <Alert tone="danger" title={t("evaluation:log.implausible")}>
          <ul className={css.plain}>
            {implausible.map(({ gate, share, key_figure }) => (
              <li key={`${gate} ${key_figure}`}>
                {t(`evaluation:log.gate.${gate}`, {
                  share: formatNumber(share * 100, 0),
                  name: key_figure === null ? "" : nameOf(key_figure),
                })}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {is_contradicted ? (
        <Alert tone="danger" title={t("evaluation:log.contradicted_title")}>
          {t("evaluation:log.contradicted_text")}
        </Alert>
      ) : null}
      <FileNotices log={log} />
      {beyond.length > 0 ? (
        <Alert tone="danger" title={t("evaluation:log.beyond_range")}>
          {beyond.map(([key, count]) => `${nameOf(key)}: ${formatNumber(count)}`).join(", ")}.{" "}
          {t("evaluation:log.beyond_range_text")}
        </Alert>
      ) : null}
      <ConditionNotices log={log} zone={zone} />
      {kept.length > 0 ? (
        <Alert tone="watch" title={t("evaluation:log.kept")}>
          {kept.map(nameOf).join(", ")}. {t("evaluation:log.kept_text")}
        </Alert>
      ) : null}
      {left_out.length > 0 ? (
        <Alert tone="watch" title={t("evaluation:log.left_out")}>
          <ul className={css.plain}>
            {left_out.map(({ quantity, key_figures }) => (
              <li key={quantity}>
                {t(`evaluation:quantity.${quantity}`)}: {key_figures.map(nameOf).join(", ")}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </>
  );
}

function weakestWords(key: "hotspot_k" | "substring_k" | "module_k", kelvin: number | null) {
  if (kelvin === null) return t("evaluation:log.weakest_of.substring_none");
  return t(`evaluation:log.weakest_of.${key}`, { kelvin: formatNumber(kelvin, 1) });
}

function Facts({ log, zone }: { log: ShownLog; zone: string }) {
  const own = evaluationKeys.filter(
    (key) => key in log.settings && log.settings[key] !== evaluationSettings[key],
  );
  const weakest = weakestFaults(log);
  return (
    <dl className={css.facts}>
      <dt>{t("evaluation:log.measured")}</dt>
      <dd>{formatNumber(log.measured)}</dd>
      <dt>{t("evaluation:log.not_inspected")}</dt>
      <dd>{formatNumber(log.not_inspected)}</dd>
      {log.place_not_sure > 0 ? (
        <>
          <dt>{t("evaluation:log.place_not_sure")}</dt>
          <dd>{formatNumber(log.place_not_sure)}</dd>
        </>
      ) : null}
      {log.not_judged > 0 ? (
        <>
          <dt>{t("evaluation:log.not_judged")}</dt>
          <dd>{formatNumber(log.not_judged)}</dd>
        </>
      ) : null}
      <dt>{t("evaluation:log.flagged")}</dt>
      <dd>{formatNumber(log.flagged)}</dd>
      {log.close_ups && log.close_ups.pictured < log.close_ups.findings ? (
        <>
          <dt>{t("evaluation:log.close_ups")}</dt>
          <dd>
            {t("evaluation:log.close_ups_of", {
              n: formatNumber(log.close_ups.pictured),
              of: formatNumber(log.close_ups.findings),
            })}
          </dd>
        </>
      ) : null}
      {log.least_hotspot ? (
        <>
          <dt>{t("evaluation:log.least_hotspot")}</dt>
          <dd>
            {t("evaluation:log.least_hotspot_value", {
              kelvin: formatNumber(log.least_hotspot.kelvin, 1),
              pixel: formatNumber(log.least_hotspot.pixel_m * 100, 1),
              noise: formatNumber(log.least_hotspot.noise_k, 2),
            })}
          </dd>
        </>
      ) : null}
      {weakest ? (
        <>
          <dt>{t("evaluation:log.weakest")}</dt>
          <dd>
            {(["hotspot_k", "substring_k", "module_k"] as const).map((key) => (
              <span key={key}>{weakestWords(key, weakest[key])}</span>
            ))}
            <span>
              {weakest.wind === null
                ? t("evaluation:log.weakest_note")
                : t("evaluation:log.weakest_in_wind", { wind: formatNumber(weakest.wind, 1) })}
            </span>
          </dd>
        </>
      ) : null}
      <dt>{t("evaluation:log.inputs")}</dt>
      <dd>
        {log.inputs.slice(0, MOST_FILES).map(({ name, sha256 }) => (
          <span key={name} title={sha256}>
            {name} <code>{sha256.slice(0, 12)}</code>
          </span>
        ))}
        {log.visible.length > 0 ? (
          <span>
            {t("evaluation:log.visible")}: {log.visible.join(", ")}
          </span>
        ) : null}
        {log.registrations.map((one) => (
          <span key={one.file}>{placeWords(one)}</span>
        ))}
        {log.filled.map(({ file, value }) => (
          <span key={file}>
            {t("evaluation:log.filled", { file, value: formatNumber(value, 2) })}
          </span>
        ))}
        {imageWords(log).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </dd>
      <dt>{t("evaluation:log.conditions")}</dt>
      <dd>
        {Object.entries(log.conditions).map(([name, value]) => (
          <span key={name}>
            {name} {formatNumber(value, 2)}
          </span>
        ))}
        {Object.keys(log.conditions).length === 0 ? "–" : null}
        {log.condition_lines
          .filter(({ refused }) => refused === null)
          .map((one) => (
            <span key={`lines ${one.quantity}`}>
              {t(`evaluation:quantity.${one.quantity}`)}: {countedWords(zone, one)}
            </span>
          ))}
      </dd>
      {own.length > 0 ? (
        <>
          <dt>{t("evaluation:log.limits")}</dt>
          <dd>
            {own.map((key) => (
              <span key={key}>
                {t(`evaluation:limit.name.${key}`)}: {formatNumber(log.settings[key] ?? NaN, 3)}
              </span>
            ))}
          </dd>
        </>
      ) : null}
      <dt>{t("evaluation:log.version")}</dt>
      <dd>{log.version}</dd>
      <dt>{t("evaluation:log.twin_version")}</dt>
      <dd>{formatNumber(log.twin_version)}</dd>
    </dl>
  );
}

function Formulas({ log: { formulas } }: { log: ShownLog }) {
  return (
    <details className={css.formulas}>
      <summary>{t("evaluation:log.formulas")}</summary>
      <dl>
        {Object.entries(formulas).map(([key, formula]) => (
          <div key={key}>
            <dt>{nameOf(key)}</dt>
            <dd>
              <code>{formula}</code>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
