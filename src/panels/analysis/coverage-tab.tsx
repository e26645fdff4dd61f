// What the images of an analysis show of the components, by type and verdict.
import { useEffect, useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { ScanEye } from "lucide-react";
import { Link } from "wouter";
import type { Analysis } from "../../domain/analysis/analysis.ts";
import { classColours } from "../../domain/colour/severity-colour.ts";
import type { Coverage } from "../../domain/coverage/coverage.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { askAtom, hasCallAtom, reasonOf } from "../../state/account/ask.ts";
import { awaitCoverage, coverageOf, generateCoverage } from "../../state/settings/coverage.ts";
import { isDarkAtom } from "../../state/shell/theme.ts";
import { formatAlignedShare, formatDate, formatNumber, t } from "../../state/shell/locale.ts";
import { showDone, showFault } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { ShareBar } from "../../ui/chart/share-bar.tsx";
import { Alert, EmptyState, Skeleton } from "../../ui/feedback.tsx";
import { LoadFault } from "../load-fault.tsx";
import { DronePart } from "./drone-part.tsx";
import css from "./coverage.module.css";

const verdicts = ["valid", "valid_with_note", "not_inspected"] as const;

export function CoverageTab({ analysis }: { analysis: Analysis }) {
  const has = useAtomValue(hasCallAtom);
  return (
    <div className={css.tab}>
      {has("coverage.read") ? <ComponentPart analysis={analysis} /> : null}
      {has("coverage.drones") ? <DronePart analysis={analysis} /> : null}
    </div>
  );
}

function ComponentPart({ analysis }: { analysis: Analysis }) {
  const { id } = analysis;
  const coverage = useAtomValue(coverageOf(id));
  const generate = useSetAtom(generateCoverage);
  const ask = useAtomValue(askAtom);
  const [isStarting, setStarting] = useState(false);
  const task_id = coverage.state === "ready" ? coverage.value.task_id : null;
  useEffect(() => {
    if (task_id === null || isStarting) return;
    // Somebody else has started it, or it was started by deleting files.
    awaitCoverage(id, task_id).catch(showFault);
  }, [id, task_id, isStarting]);
  if (coverage.state === "failed") return <LoadFault fault={coverage.fault} />;
  if (coverage.state !== "ready") return <Skeleton label={t("shell:loading")} lines={6} />;
  const { generated_at, is_current } = coverage.value;
  const refusal = ask("coverage.generate", { analysis, plant: { digitized: true } });
  const isRunning = isStarting || task_id !== null;
  const run = async () => {
    setStarting(true);
    try {
      await generate(id);
      showDone(t("coverage:done"));
    } catch (cause) {
      showFault(cause);
    } finally {
      setStarting(false);
    }
  };
  const button = refusal?.isHidden ? null : (
    <Button
      kind={generated_at === null || !is_current ? "primary" : "secondary"}
      isPending={isRunning}
      reason={reasonOf(refusal)}
      onPress={() => void run()}
    >
      {t(generated_at === null ? "coverage:generate" : "coverage:again")}
    </Button>
  );
  const images = t("coverage:images", {
    count: coverage.value.uploaded,
    usable: formatNumber(coverage.value.usable),
  });
  if (generated_at === null) {
    return (
      <EmptyState
        icon={<ScanEye size={22} aria-hidden="true" />}
        title={t("coverage:none")}
        actions={button}
      >
        {t("coverage:none_text")} {images}
      </EmptyState>
    );
  }
  return (
    <div className={css.part}>
      <p>{t("coverage:intro")}</p>
      {is_current || isRunning ? null : <Alert tone="watch">{t("coverage:stale")}</Alert>}
      {coverage.value.levels.map((level) => (
        <Level key={level.component_type} level={level} analysis={analysis} />
      ))}
      <p className={css.soft}>
        {t("coverage:generated", { date: formatDate(generated_at) })} {images}
      </p>
      <p className={css.soft}>{t("coverage:rule")}</p>
      <div>{button}</div>
    </div>
  );
}

type LevelProps = { level: Coverage["levels"][number]; analysis: Analysis };

function Level({ level, analysis }: LevelProps) {
  const scheme = useAtomValue(isDarkAtom) ? "dark" : "light";
  const keyFigure = keyFigureById(level.key_figure_id);
  if (!keyFigure) return null;
  const name = t(`component:type.${level.component_type}.many`);
  const title = t("coverage:of", { name, count: formatNumber(level.component_count) });
  const colours = classColours(keyFigure, scheme);
  const parts = verdicts.map((verdict, at) => {
    const [r, g, b] = colours.get(at) ?? [0, 0, 0];
    return { id: verdict, count: level[verdict], colour: `rgb(${r} ${g} ${b})` };
  });
  const share = (count: number) =>
    formatAlignedShare(level.component_count > 0 ? count / level.component_count : 0);
  const words = parts.map(({ id, count }) => `${t(`coverage:${id}`)} ${share(count)}`).join(", ");
  const query = `analysis=${analysis.id}&key_figure=${level.key_figure_id}`;
  return (
    <section className={css.level} aria-label={title}>
      <h3>{title}</h3>
      <ShareBar parts={parts} label={words} />
      <dl className={css.counts}>
        {parts.map(({ id, count, colour }) => (
          <div key={id}>
            <dt>
              <span className={css.dot} style={{ background: colour }} aria-hidden="true" />
              {t(`coverage:${id}`)}
            </dt>
            <dd>{formatNumber(count)}</dd>
            <dd className={css.soft}>{share(count)}</dd>
          </div>
        ))}
      </dl>
      <Link href={`/plant/${analysis.plant_id}?${query}`} className={css.link}>
        {t("coverage:map")}
      </Link>
    </section>
  );
}
