// Takes metered energy from a file: what the file does not say is asked, then what would be stored is shown.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import {
  lastMonths,
  meterStamps,
  meterUnitNames,
  meterValueKinds,
  type LastMonth,
  type MeterAnswers,
  type MeterImport,
  type MeterStamp,
  type MeterUnit,
  type MeterValueKind,
} from "../../domain/meter/meter.ts";
import { dayRange, meteredEnergy } from "../../state/plant/analysis/meter-words.ts";
import { sendMeterFile } from "../../state/plant/analysis/metered-energy.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { problemWords } from "../../state/shell/fault.ts";
import { formatMonth, formatNumber, formatShare, t } from "../../state/shell/locale.ts";
import { unanswered, type TableAnswers } from "../../state/shell/table-file.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Alert, Skeleton } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import { FileDrop } from "../../ui/form/file-drop.tsx";
import { DialogActions } from "../dialog-actions.tsx";
import { useNewest } from "../newest.ts";
import { TableQuestions, type RefusedTable } from "../table-questions.tsx";
import { TypedDialog } from "../typed-dialog.tsx";
import css from "./metered-energy.module.css";

/** The rest is counted. */
const MOST_SHOWN = 50;
/** Of a choice that the file makes itself. */
const OF_FILE = "file";
type Draft = {
  readonly values: MeterValueKind | null;
  readonly stamp: MeterStamp | null;
  readonly unit: MeterUnit | typeof OF_FILE;
  readonly decimal: "." | "," | typeof OF_FILE;
  readonly last_month: LastMonth | null;
};
const blank: Draft = {
  values: null,
  stamp: null,
  unit: OF_FILE,
  decimal: OF_FILE,
  last_month: null,
};

/** Null until all is said that no file says. */
function answersOf({ values, stamp, unit, decimal, last_month }: Draft): MeterAnswers | null {
  if (values === null || stamp === null) return null;
  return {
    values,
    stamp,
    ...(unit !== OF_FILE && { unit }),
    ...(decimal !== OF_FILE && { decimal }),
    ...(last_month !== null && { last_month }),
  };
}

type ImportDialogProps = {
  /** The file that was dropped on the map. */
  handed: File | null;
  onClose: () => void;
};

export function ImportDialog({ handed, onClose }: ImportDialogProps) {
  const send = useSetAtom(sendMeterFile);
  const { zone } = useAtomValue(plantClockAtom);
  const [draft, setDraft] = useState(blank);
  const [file, setFile] = useState(handed);
  const [given, setGiven] = useState<TableAnswers>(unanswered);
  const [preview, setPreview] = useState<MeterImport | null>(null);
  const [refused, setRefused] = useState<RefusedTable | null>(null);
  const [isPending, setPending] = useState(false);

  const newest = useNewest();
  /** The file is stored as the preview says it: no answer changes meanwhile. */
  const [isStoring, setStoring] = useState(false);

  const run = async (chosen: File, said: MeterAnswers, table: TableAnswers, isApplied: boolean) => {
    const isNewest = newest();
    setPending(true);
    setStoring(isApplied);
    setRefused(null);
    try {
      const answer = await send(chosen, isApplied, { ...said, ...table });
      if (!isNewest()) return;
      if (answer?.is_stored) {
        const count = answer.meters.length;
        showDone(t("metered-energy:applied", { count, n: formatNumber(count) }));
        onClose();
      } else setPreview(answer);
    } catch (fault) {
      if (!isNewest()) return;
      setRefused({ file: chosen, given: table, fault });
      setPreview(null);
    } finally {
      if (isNewest()) {
        setPending(false);
        setStoring(false);
      }
    }
  };
  const answers = answersOf(draft);
  const isMonthAsked = preview?.last_month != null && draft.last_month === null;
  /** Another answer reads the file again. */
  const again = (said: MeterAnswers | null, chosen = file, table = given) => {
    // What is on its way was asked for other answers.
    newest();
    setPending(false);
    setPreview(null);
    if (said && chosen) void run(chosen, said, table, false);
  };
  const say = (part: Partial<Draft>) => {
    // Another meaning of the times has another last month.
    const next = { ...draft, last_month: null, ...part };
    setDraft(next);
    again(answersOf(next));
  };
  return (
    <TypedDialog
      title={t("metered-energy:import_title")}
      typed={[draft, file]}
      onClose={onClose}
      closeLabel={t("shell:close")}
      actions={
        <DialogActions
          onClose={onClose}
          kind="primary"
          isPending={isPending}
          isDisabled={preview === null || answers === null || isMonthAsked}
          onPress={() => void (file && answers && run(file, answers, given, true))}
        >
          {t("metered-energy:apply")}
        </DialogActions>
      }
    >
      <div className={css.import}>
        <p className={css.soft}>{t("metered-energy:import_about")}</p>
        <div className={css.fields}>
          <Select
            label={t("metered-energy:values")}
            placeholder={t("metered-energy:choose_first")}
            isRequired
            options={meterValueKinds.map((id) => ({ id, label: t(`metered-energy:value.${id}`) }))}
            value={draft.values}
            isDisabled={isStoring}
            onChange={(values) => say({ values })}
          />
          <Select
            label={t("metered-energy:stamp")}
            placeholder={t("metered-energy:choose_first")}
            isRequired
            options={meterStamps.map((id) => ({ id, label: t(`metered-energy:stamps.${id}`) }))}
            value={draft.stamp}
            isDisabled={isStoring}
            onChange={(stamp) => say({ stamp })}
          />
          <Select
            label={t("metered-energy:unit")}
            options={[
              { id: OF_FILE, label: t("metered-energy:unit_head") },
              ...meterUnitNames.map((id) => ({ id, label: id })),
            ]}
            value={draft.unit}
            isDisabled={isStoring}
            onChange={(unit) => say({ unit })}
          />
          <Select
            label={t("metered-energy:decimal")}
            options={[
              { id: OF_FILE, label: t("metered-energy:decimals.file") },
              { id: ".", label: t("metered-energy:decimals.point") },
              { id: ",", label: t("metered-energy:decimals.comma") },
            ]}
            value={draft.decimal}
            isDisabled={isStoring}
            onChange={(decimal) => say({ decimal })}
          />
        </div>
        <FileDrop
          label={t("metered-energy:drop")}
          chosen={file?.name}
          buttonLabel={t("metered-energy:choose")}
          accept={[".csv", ".xlsx", ".txt"]}
          many={false}
          isDisabled={isPending}
          onFiles={([chosen]) => {
            if (!chosen) return;
            const next = { ...draft, last_month: null };
            setDraft(next);
            setFile(chosen);
            setGiven(unanswered);
            setRefused(null);
            again(answersOf(next), chosen, unanswered);
          }}
        />
        {file && answers === null ? (
          <Alert tone="info">{t("metered-energy:answer_first")}</Alert>
        ) : null}
        <TableQuestions
          refused={refused}
          time_zone={zone}
          isPending={isPending}
          onAnswer={(sent, table) => {
            setGiven(table);
            again(answers, sent, table);
          }}
        />
        {preview?.last_month && !isPending ? (
          <Select
            label={t("metered-energy:last_month", { month: formatMonth(preview.last_month) })}
            placeholder={t("metered-energy:choose_first")}
            isRequired
            options={lastMonths.map((id) => ({ id, label: t(`metered-energy:last_months.${id}`) }))}
            value={draft.last_month}
            onChange={(last_month) => say({ last_month })}
          />
        ) : null}
        {isMonthAsked && !isPending ? (
          <Alert tone="info">{t("metered-energy:last_month_text")}</Alert>
        ) : null}
        {isPending ? <Skeleton label={t("shell:loading")} lines={2} /> : null}
        {preview && !isPending ? <Preview of={preview} /> : null}
      </div>
    </TypedDialog>
  );
}

function Preview({ of }: { of: MeterImport }) {
  const { meters, interval_minutes, notes } = of;
  const count = meters.length;
  const words = {
    count,
    n: formatNumber(count),
    ...dayRange(of),
    interval: intervalWords(interval_minutes),
  };
  return (
    <section aria-label={t("metered-energy:preview")}>
      <p role="status">
        <strong>{t("metered-energy:would", words)}</strong>
      </p>
      {notes.map((note) => (
        <p key={problemWords(note)} className={css.soft}>
          {problemWords(note)}
        </p>
      ))}
      <ul className={css.list}>
        {meters.slice(0, MOST_SHOWN).map(({ name, mwh, coverage, replaced_days }) => (
          <li key={name}>
            <strong>{name}</strong>
            <small>
              {[
                t("metered-energy:meter_line", {
                  energy: meteredEnergy(mwh),
                  share: formatShare(coverage),
                }),
                ...(replaced_days > 0
                  ? [
                      t("metered-energy:replaces", {
                        count: replaced_days,
                        n: formatNumber(replaced_days),
                      }),
                    ]
                  : []),
              ].join(" · ")}
            </small>
          </li>
        ))}
      </ul>
      {count > MOST_SHOWN ? (
        <p className={css.soft}>
          {t("metered-energy:more", { n: formatNumber(count - MOST_SHOWN) })}
        </p>
      ) : null}
    </section>
  );
}

function intervalWords(minutes: number | null): string {
  if (minutes === null) return t("metered-energy:months");
  if (minutes === 1440) return t("metered-energy:by_day");
  return t("metered-energy:interval", { minutes: formatNumber(minutes, 1) });
}
