// The evaluation batches of the plant: a number and a name each.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { Plus, Trash2 } from "lucide-react";
import {
  evaluationBatchFormShape,
  type EvaluationBatch,
} from "../../domain/analysis/evaluation-batch.ts";
import type { Plant } from "../../domain/plant/plant.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import {
  evaluationBatchesOf,
  reloadBatches,
  removeBatch,
  saveBatch,
} from "../../state/settings/evaluation-batch.ts";
import { faultWords } from "../../state/shell/fault.ts";
import { t } from "../../state/shell/locale.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../ui/feedback.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { NumberField } from "../number-field/number-field.tsx";
import { usePending } from "../pending.ts";
import { useUnsaved } from "../unsaved.ts";
import { ConfirmDialog } from "../../ui/record-panel.tsx";
import css from "./plant-settings.module.css";

export function Batches({ plant }: { plant: Plant }) {
  const list = useAtomValue(evaluationBatchesOf(plant.id));
  const ask = useAtomValue(askAtom);
  if (list.state === "failed") {
    return (
      <ErrorState
        {...faultWords(list.fault)}
        actions={<Button onPress={() => void reloadBatches(plant.id)}>{t("shell:retry")}</Button>}
      />
    );
  }
  if (list.state !== "ready") return <Skeleton label={t("shell:loading")} />;
  const next = Math.max(0, ...list.value.map(({ number }) => number)) + 1;
  return (
    <div className={css.figures}>
      <p className={css.lead}>{t("plant-settings:batch.lead")}</p>
      {list.value.length === 0 ? <EmptyState title={t("plant-settings:batch.none")} /> : null}
      {list.value.map((batch) => (
        <BatchForm key={batch.id} plant_id={plant.id} batch={batch} />
      ))}
      {ask("evaluationBatch.create") === null ? (
        <BatchForm key={`new ${next}`} plant_id={plant.id} next={next} />
      ) : null}
    </div>
  );
}

/** A stored batch, or a new one with the next free number. */
function BatchForm({
  plant_id,
  batch,
  next = 1,
}: {
  plant_id: number;
  batch?: EvaluationBatch;
  next?: number;
}) {
  const ask = useAtomValue(askAtom);
  const save = useSetAtom(saveBatch);
  const remove = useSetAtom(removeBatch);
  const [number, setNumber] = useState(batch?.number ?? next);
  const [name, setName] = useState(batch?.name ?? "");
  const [isAsking, setAsking] = useState(false);
  const [isPending, whilePending] = usePending();
  const form = evaluationBatchFormShape.safeParse({ number, name });
  const isSame = batch !== undefined && batch.number === number && batch.name === name.trim();
  const facts = { batch: batch ?? { result_count: 0 }, renumbers: true };
  const numberReason = batch ? reasonOf(ask("evaluationBatch.update", facts)) : null;
  const mayChange = ask("evaluationBatch.create") === null;
  const isTyped = batch ? !isSame : number !== next || name.trim() !== "";
  const drop = () => {
    setNumber(batch?.number ?? next);
    setName(batch?.name ?? "");
  };
  useUnsaved(isTyped, { kind: "editing", drop });
  const run = (change: () => Promise<unknown>) => {
    setAsking(false);
    void whilePending(change);
  };
  return (
    <form
      className={css.answer}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.success || isSame) return;
        const { data } = form;
        run(() => save(plant_id, batch?.id ?? null, data));
      }}
    >
      <div className={css.unit}>
        <NumberField
          label={t("plant-settings:batch.number")}
          value={number}
          onChange={setNumber}
          minValue={1}
          isWhole
          isDisabled={!mayChange || numberReason !== null}
        />
      </div>
      <TextField
        label={t("plant-settings:batch.name")}
        value={name}
        onChange={setName}
        isReadOnly={!mayChange}
      />
      {mayChange ? (
        <Button
          type="submit"
          isDisabled={!form.success || isSame}
          isPending={isPending}
          icon={batch ? undefined : <Plus size={14} aria-hidden="true" />}
        >
          {t(batch ? "shell:save" : "plant-settings:batch.add")}
        </Button>
      ) : null}
      {batch && mayChange ? (
        <IconButton
          label={t("plant-settings:batch.remove", { name: batch.name })}
          isDisabled={isPending || ask("evaluationBatch.remove", batch) !== null}
          onPress={() => setAsking(true)}
        >
          <Trash2 size={15} aria-hidden="true" />
        </IconButton>
      ) : null}
      {batch && numberReason ? <small>{numberReason}</small> : null}
      {batch && isAsking ? (
        <ConfirmDialog
          title={t("plant-settings:batch.remove", { name: batch.name })}
          confirmLabel={t("record:delete")}
          cancel={t("shell:cancel")}
          closeLabel={t("shell:close")}
          onConfirm={() => run(() => remove(plant_id, batch.id))}
          onClose={() => setAsking(false)}
        >
          {t("plant-settings:batch.remove_text")}
        </ConfirmDialog>
      ) : null}
    </form>
  );
}
