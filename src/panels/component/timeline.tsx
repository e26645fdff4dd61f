// The component over time: analyses, observations and reference measurements, newest first.
import { useAtomValue, useSetAtom } from "jotai";
import { NotebookPen, Plane, Plus, Ruler } from "lucide-react";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { askAtom } from "../../state/account/ask.ts";
import { openObservation, startObservation } from "../../state/observation/open.ts";
import { timelineOfAtom, type TimelineEntry } from "../../state/observation/timeline.ts";
import { openRowAtom } from "../../state/plant/component/component.ts";
import { keyFigureAtom } from "../../state/plant/column/key-figure.ts";
import { keyFigureName } from "../../state/plant/column/value-words.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Badge } from "../../ui/feedback.tsx";
import css from "./timeline.module.css";

const icons = { analysis: Plane, observation: NotebookPen, reference: Ruler } as const;

/** @param result null where the viewer has no result of the component */
export function Timeline({ dt_id, result }: { dt_id: string; result: ComponentResult | null }) {
  const entries = useAtomValue(timelineOfAtom)(dt_id, result);
  const at = useAtomValue(openRowAtom);
  const keyFigure = useAtomValue(keyFigureAtom);
  const start = useSetAtom(startObservation);
  const mayCreate = useAtomValue(askAtom)("observation.create") === null;
  return (
    <section className={css.block} aria-label={t("observation:timeline")}>
      <header className={css.head}>
        <h3>{t("observation:timeline")}</h3>
        {mayCreate && at ? (
          <Button size="sm" icon={<Plus size={14} aria-hidden="true" />} onPress={() => start(at)}>
            {t("observation:add_to_component")}
          </Button>
        ) : null}
      </header>
      {entries.length === 0 ? (
        <p className={css.note}>{t("observation:timeline_none")}</p>
      ) : (
        <>
          <p className={css.note}>
            {keyFigure
              ? t("observation:timeline_note", { name: keyFigureName(keyFigure) })
              : t("observation:timeline_note_plain")}
          </p>
          <ol className={css.entries}>
            {entries.map((entry) => (
              <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const open = useSetAtom(openObservation);
  const clock = useAtomValue(plantClockAtom);
  const { kind, at, title, words } = entry;
  const Icon = icons[kind];
  const body = (
    <>
      {title === "" ? null : <strong>{title}</strong>}
      {words === "" ? null : <span>{words}</span>}
      <small>
        {t(`observation:timeline_kind.${kind}`)} · {clock.time(at)}
      </small>
      {entry.kind === "observation" && entry.waits ? (
        <Badge tone="watch">{t("observation:waits")}</Badge>
      ) : null}
    </>
  );
  return (
    <li data-kind={kind}>
      <Icon size={14} aria-hidden="true" />
      {entry.kind === "observation" ? (
        <button type="button" className={css.what} onClick={() => open(entry.one)}>
          {body}
        </button>
      ) : (
        <span className={css.what}>{body}</span>
      )}
    </li>
  );
}
