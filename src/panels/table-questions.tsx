// What a file with a table does not say is asked: which sheet, and the zone of its times. Else why it was refused.
import { useState, type ReactNode } from "react";
import { standardTimeZone } from "../domain/plant/plant-time.ts";
import { t } from "../state/shell/locale.ts";
import { lacksTimeZone, sheetsToChoose, type TableAnswers } from "../state/shell/table-file.ts";
import { Button } from "../ui/button.tsx";
import { Alert } from "../ui/feedback.tsx";
import { Select } from "../ui/form/choice.tsx";
import { FaultAlert } from "./fault-alert.tsx";
import css from "./table-questions.module.css";

/** The file that was read last, what is known of it, and why it was refused. */
export type RefusedTable = {
  readonly file: File;
  readonly given: TableAnswers;
  readonly fault: unknown;
};

type QuestionsProps = {
  readonly refused: RefusedTable | null;
  /** The zone of the plant (IANA), which is offered first; absent where times are no part of the table. */
  readonly time_zone?: string;
  readonly isPending: boolean;
  /** The table is only read again, not imported. */
  readonly isPreview?: boolean;
  readonly onAnswer: (file: File, given: TableAnswers) => void;
};

export function TableQuestions(props: QuestionsProps) {
  const { refused, time_zone, isPending, isPreview = false, onAnswer } = props;
  if (refused === null) return null;
  const { file, given, fault } = refused;
  const sheets = sheetsToChoose(fault);
  if (sheets.length > 0) {
    return (
      <SheetQuestion
        file={file.name}
        sheets={sheets}
        isPending={isPending}
        onAnswer={(sheet) => onAnswer(file, { ...given, sheet })}
      />
    );
  }
  if (time_zone !== undefined && lacksTimeZone(fault)) {
    return (
      <ZoneQuestion
        file={file.name}
        time_zone={time_zone}
        isPending={isPending}
        isPreview={isPreview}
        onAnswer={(zone) => onAnswer(file, { ...given, time_zone: zone })}
      />
    );
  }
  // The lines at fault stay beside the field while the file is corrected.
  return <FaultAlert fault={fault} />;
}

type OneProps = {
  readonly file: string;
  readonly isPending: boolean;
  readonly onAnswer: (answer: string) => void;
};

/** Several sheets of a workbook have the columns that are needed. */
export function SheetQuestion({
  file,
  sheets,
  isPending,
  onAnswer,
}: OneProps & { readonly sheets: readonly string[] }) {
  const [sheet, setSheet] = useState(sheets[0] ?? "");
  return (
    <Question
      title={t("import:table.sheet_title", { file })}
      label={t("import:table.sheet")}
      options={sheets.map((name) => ({ id: name, label: name }))}
      value={sheet}
      onChange={setSheet}
      button={
        <Button kind="primary" isPending={isPending} onPress={() => onAnswer(sheet)}>
          {t("import:table.sheet_read")}
        </Button>
      }
    />
  );
}

const standardWords = (hours: number) =>
  t("evaluation:conditions.zone.standard", { hours: hours < 0 ? `\u2212${-hours}` : `+${hours}` });

function ZoneQuestion({
  file,
  time_zone,
  isPending,
  isPreview,
  onAnswer,
}: OneProps & { readonly time_zone: string; readonly isPreview: boolean }) {
  const [zone, setZone] = useState(time_zone);
  const standard = standardTimeZone(time_zone);
  const zones = [
    { id: time_zone, label: t("evaluation:conditions.zone.plant", { zone: time_zone }) },
    ...(standard ? [{ id: standard.id, label: standardWords(standard.hours) }] : []),
    ...(time_zone === "UTC" ? [] : [{ id: "UTC", label: "UTC" }]),
  ];
  return (
    <Question
      title={t("evaluation:conditions.zone.title", { file })}
      label={t("evaluation:conditions.zone.label")}
      options={zones}
      value={zone}
      onChange={setZone}
      button={
        <Button kind="primary" isPending={isPending} onPress={() => onAnswer(zone)}>
          {t(`evaluation:conditions.zone.${isPreview ? "read" : "import"}`)}
        </Button>
      }
    />
  );
}

type ChoiceProps = {
  readonly title: string;
  readonly label: string;
  readonly options: { id: string; label: string }[];
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly button: ReactNode;
};

function Question({ title, label, options, value, onChange, button }: ChoiceProps) {
  return (
    <Alert tone="watch" title={title}>
      <div className={css.question}>
        <Select label={label} options={options} value={value} onChange={onChange} />
        {button}
      </div>
    </Alert>
  );
}
