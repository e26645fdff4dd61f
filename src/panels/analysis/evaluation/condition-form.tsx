// Flight conditions: entered by hand, from a CSV file by time, or as the files propose them.
import { useState } from "react";
import { useAtomValue, useSetAtom } from "jotai";
import { X } from "lucide-react";
import type { Analysis } from "../../../domain/analysis/analysis.ts";
import { rowsOfSurvey } from "../../../domain/evaluation/condition/counted-rows.ts";
import {
  conditionsOf as meansOf,
  quantities,
  quantityUnits,
} from "../../../domain/evaluation/condition-record.ts";
import { askAtom } from "../../../state/account/ask.ts";
import { saveConditions, type StoredConditions } from "../../../state/settings/evaluation.ts";
import { formatNumber, t } from "../../../state/shell/locale.ts";
import { showDone } from "../../../state/shell/toast.ts";
import { keyFigureName } from "../../../state/plant/column/value-words.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { NumberField } from "../../number-field/number-field.tsx";
import { Alert } from "../../../ui/feedback.tsx";
import { usePending } from "../../pending.ts";
import { useUnsaved } from "../../unsaved.ts";
import {
  draftOf,
  rastersOf,
  refusalWords,
  rowsOf,
  singleQuantities,
  type ConditionDraft,
  type SingleQuantity,
} from "./condition-draft.ts";
import { ConditionFile } from "./condition-file.tsx";
import { FlightSpan } from "./flight-span.tsx";
import { FluidTable } from "./fluid-table.tsx";
import { Proposed } from "./proposed.tsx";
import { TemperatureFiles } from "./temperature-files.tsx";
import css from "./evaluation.module.css";

/** What was changed in the form, and the revision that it was changed from. */
type Changed = { readonly draft: ConditionDraft; readonly based_on: string };

export function ConditionForm({
  analysis,
  stored,
}: {
  analysis: Analysis;
  stored: StoredConditions;
}) {
  const { id } = analysis;
  const [changed, setChanged] = useState<Changed | null>(null);
  const [isPending, whilePending] = usePending();
  const reset = () => setChanged(null);
  const { leaveWork } = useUnsaved(changed !== null, { kind: "editing", drop: reset });
  const save = useSetAtom(saveConditions);
  const isReadOnly = useAtomValue(askAtom)("evaluation.importConditions") !== null;
  const draft = changed?.draft ?? draftOf(stored);
  const based_on = changed?.based_on ?? stored.revision;
  const isOutdated = based_on !== stored.revision;
  const setFields = (fields: Partial<ConditionDraft>) =>
    setChanged({ draft: { ...draft, ...fields }, based_on });
  const refusal = changed ? refusalWords(rowsOf(draft)) : null;
  const submit = () =>
    whilePending(async () => {
      const temperature_rasters = rastersOf(draft);
      const body = { base_revision: based_on, rows: rowsOf(draft), temperature_rasters };
      // Where no image was read yet, the form does not ask for their unit: what was stated stays.
      await save(id, stored.frames ? { ...body, temperature_images: draft.frameScale } : body);
      reset();
      showDone(t("evaluation:conditions.saved"));
    });
  return (
    <form
      className={css.section}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TemperatureFiles
        rasters={stored.rasters}
        scales={draft.scales}
        isReadOnly={isReadOnly}
        frames={stored.frames}
        frameScale={draft.frameScale}
        onFrames={(frameScale) => setFields({ frameScale })}
        onChange={(scales) => setFields({ scales })}
      />
      <h3>{t("evaluation:conditions.title")}</h3>
      <p className={css.lead}>{t("evaluation:conditions.lead")}</p>
      <div className={css.fields}>
        {singleQuantities.map((quantity) => (
          <QuantityField
            key={quantity}
            quantity={quantity}
            draft={draft}
            stored={stored}
            isReadOnly={isReadOnly}
            onChange={setFields}
          />
        ))}
      </div>
      <FluidTable
        draft={draft}
        needed={neededWords(stored, "fluid")}
        isReadOnly={isReadOnly}
        onChange={setFields}
      />
      <FlightSpan
        key={`${stored.time_zone} ${draft.timed.length}`}
        stored={stored}
        draft={draft}
        isReadOnly={isReadOnly}
        onChange={setFields}
      />
      <Proposed stored={stored} draft={draft} isReadOnly={isReadOnly} onTake={setFields} />
      {refusal ? <Alert tone="danger">{refusal}</Alert> : null}
      {isOutdated ? (
        <Alert tone="watch" title={t("evaluation:conditions.changed")}>
          <div className={css.acts}>
            <Button size="sm" onPress={() => setChanged({ draft, based_on: stored.revision })}>
              {t("evaluation:conditions.use_mine")}
            </Button>
            <Button size="sm" onPress={reset}>
              {t("evaluation:conditions.use_stored")}
            </Button>
          </div>
        </Alert>
      ) : null}
      {isReadOnly ? null : (
        <>
          <footer className={css.acts}>
            <Button isDisabled={changed === null} onPress={reset}>
              {t("shell:cancel")}
            </Button>
            <Button
              kind="primary"
              type="submit"
              isDisabled={changed === null || refusal !== null || isOutdated}
              isPending={isPending}
            >
              {t("shell:save")}
            </Button>
          </footer>
          <ConditionFile id={id} time_zone={stored.time_zone} before={leaveWork} />
        </>
      )}
    </form>
  );
}

/** "Without it, left out: heat loss"; null for a quantity that is there or not needed. */
function neededWords({ left_out }: StoredConditions, quantity: string): string | null {
  const found = left_out.find((one) => one.quantity === quantity);
  if (!found) return null;
  const names = found.key_figures.map((key) => {
    const keyFigure = keyFigureByKey(key);
    return keyFigure ? keyFigureName(keyFigure) : key;
  });
  return t("evaluation:conditions.needed", { names: names.join(", ") });
}

type FieldProps = {
  quantity: SingleQuantity;
  draft: ConditionDraft;
  stored: StoredConditions;
  isReadOnly: boolean;
  onChange: (fields: Partial<ConditionDraft>) => void;
};

function QuantityField({ quantity, draft, stored, isReadOnly, onChange }: FieldProps) {
  const timed = draft.timed.filter((one) => one.quantity === quantity);
  const name = t(`evaluation:quantity.${quantity}`);
  const [minValue, maxValue] = quantities[quantity];
  const mean = meansOf(rowsOfSurvey(timed, stored.flight).rows).values[quantity];
  // Lines of a file that do not count are there all the same: beside the field it says why.
  if (!mean && timed.length === 0) {
    return (
      <NumberField
        label={name}
        unit={quantityUnits[quantity]}
        value={draft.values[quantity]}
        minValue={minValue}
        maxValue={maxValue}
        isReadOnly={isReadOnly}
        formatOptions={{ maximumFractionDigits: 3 }}
        hint={neededWords(stored, quantity)}
        onChange={(value) => onChange({ values: { ...draft.values, [quantity]: value } })}
      />
    );
  }
  return (
    <div className={css.timed}>
      <span>{name}</span>
      <strong>{mean ? `${formatNumber(mean.mean, 2)} ${quantityUnits[quantity]}` : "–"}</strong>
      <small>
        {mean
          ? t("evaluation:conditions.from_file", {
              count: mean.count,
              deviation: formatNumber(mean.deviation, 2),
            })
          : t("evaluation:counted.refused")}
      </small>
      {isReadOnly ? null : (
        <IconButton
          size="sm"
          label={t("evaluation:conditions.clear", { name })}
          onPress={() =>
            onChange({ timed: draft.timed.filter((one) => one.quantity !== quantity) })
          }
        >
          <X size={14} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
