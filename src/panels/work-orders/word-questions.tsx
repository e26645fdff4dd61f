// Words of another system that are none of ours: a person says what each of them means.
import { useState } from "react";
import { findingStatuses } from "../../domain/finding/finding-status.ts";
import { workOrderStatuses } from "../../domain/work-order/work-order-status.ts";
import { workOrderPriorities } from "../../domain/work-order/work-order.ts";
import { statusName } from "../../state/plant/finding/words.ts";
import { KEEP, type UnknownWord } from "../../state/plant/work-order/file.ts";
import { orderStatusName } from "../../state/plant/work-order/words.ts";
import { t } from "../../state/shell/locale.ts";
import { Button } from "../../ui/button.tsx";
import { Alert } from "../../ui/feedback.tsx";
import { Select } from "../../ui/form/choice.tsx";
import css from "./work-orders.module.css";

type Props = {
  readonly file: string;
  readonly unknown: readonly UnknownWord[];
  readonly isPending: boolean;
  readonly onAnswer: (said: readonly (UnknownWord & { readonly meaning: string })[]) => void;
};

const UNSAID = "unsaid";

function meaningsOf(column: UnknownWord["column"]): { id: string; label: string }[] {
  if (column === "status") {
    return workOrderStatuses.map((id) => ({ id, label: orderStatusName(id) }));
  }
  return column === "priority"
    ? workOrderPriorities.map((id) => ({ id, label: t(`work-order:priority.${id}`) }))
    : findingStatuses.map((id) => ({ id, label: statusName(id) }));
}

const optionsOf = (column: UnknownWord["column"]) => [
  { id: UNSAID, label: t("work-order:file.word_unsaid") },
  ...meaningsOf(column),
  { id: KEEP as string, label: t("work-order:file.word_keep") },
];

export function WordQuestions({ file, unknown, isPending, onAnswer }: Props) {
  const [meanings, setMeanings] = useState<readonly string[]>(() => unknown.map(() => UNSAID));
  const said = unknown.map((one, at) => ({ ...one, meaning: meanings[at] ?? UNSAID }));
  const isOpen = said.some(({ meaning }) => meaning === UNSAID);
  return (
    <Alert tone="watch" title={t("work-order:file.words_title", { name: file })}>
      <div className={css.meanings}>
        <p>{t("work-order:file.words_text")}</p>
        {said.map(({ column, word, meaning }, at) => (
          <Select
            key={`${column} ${word}`}
            size="sm"
            label={t(`work-order:file.word_${column}`, { word })}
            options={optionsOf(column)}
            value={meaning}
            onChange={(id) => setMeanings(meanings.map((old, index) => (index === at ? id : old)))}
          />
        ))}
        <Button
          kind="primary"
          isPending={isPending}
          reason={isOpen ? t("work-order:file.words_open") : null}
          onPress={() => onAnswer(said)}
        >
          {t("work-order:file.words_read")}
        </Button>
      </div>
    </Alert>
  );
}
