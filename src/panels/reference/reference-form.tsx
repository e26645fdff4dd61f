// A new reference measurement of the open component, or an edited one.
import { useEffect, useRef, useState } from "react";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import type { ReferenceMeasurement } from "../../domain/analysis/reference-measurement.ts";
import type { ComponentType } from "../../domain/component/component.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { askAtom, reasonOf } from "../../state/account/ask.ts";
import { analysisIdAtom } from "../../state/plant/analysis/analysis.ts";
import { openComponentAtom } from "../../state/plant/component/component.ts";
import { openNameAtom } from "../../state/plant/component/open-name.ts";
import { keyFigureAtom, keyFiguresAtom } from "../../state/plant/column/key-figure.ts";
import {
  addReference,
  editedReferenceAtom,
  updateReference,
} from "../../state/plant/analysis/reference-measurement.ts";
import { plantClockAtom } from "../../state/plant/plant.ts";
import { SiteTimeField } from "../record/site-time-field.tsx";
import { siteText, siteInstant } from "../../domain/plant/site-time.ts";
import { t } from "../../state/shell/locale.ts";
import { showDone } from "../../state/shell/toast.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/form/field.tsx";
import { usePending } from "../pending.ts";
import { useUnsaved } from "../unsaved.ts";
import { ValueField } from "../record/value-field.tsx";
import css from "./reference.module.css";
import { serverTime } from "../../state/shell/server-time.ts";

/** What the form is about; `one` is null for a new measurement. */
type Subject = {
  readonly dt_id: string;
  /** What people at the plant call it. */
  readonly name: string;
  readonly component_type: ComponentType;
  readonly one: ReferenceMeasurement | null;
};

type Typed = {
  readonly numbers: Readonly<Record<number, number>>;
  readonly at: string;
  readonly notes: string;
};

/** The form follows the open component until something is typed; then it stays until that is saved or discarded. */
export function ReferenceForm() {
  const open = useAtomValue(openComponentAtom);
  const analysisId = useAtomValue(analysisIdAtom);
  const [edited, setEdited] = useAtom(editedReferenceAtom);
  const [held, setHeld] = useState<{ readonly subject: Subject; readonly typed: Typed } | null>(
    null,
  );
  const isOfAnalysis = edited !== null && edited.analysis_id === analysisId;
  const openName = useAtomValue(openNameAtom);
  const of = edited && { ...edited, name: edited.pcs || edited.dt_id, one: edited };
  const subject = held?.subject ?? (isOfAnalysis ? of : null);
  const shown = subject ?? (open && { ...open, name: openName, one: null });
  if (!shown) return <p className={css.quiet}>{t("reference:open_component")}</p>;
  return (
    <Fields
      key={shown.one ? `edit ${shown.one.id}` : shown.dt_id}
      {...shown}
      typed={held?.typed ?? null}
      onType={(typed) => setHeld(typed && { subject: shown, typed })}
      onEnd={() => {
        setHeld(null);
        setEdited(null);
      }}
    />
  );
}

type FieldsProps = Subject & {
  /** Null until something is typed. */
  typed: Typed | null;
  onType: (typed: Typed | null) => void;
  onEnd: () => void;
};

function Fields({ dt_id, name, component_type, one, typed, onType, onEnd }: FieldsProps) {
  const figures = useFigures(component_type, one);
  const add = useSetAtom(addReference);
  const update = useSetAtom(updateReference);
  const ask = useAtomValue(askAtom);
  const form = useRef<HTMLFormElement>(null);
  const { zone } = useAtomValue(plantClockAtom);
  const [shownAt] = useState(() => siteText(zone, one?.measured_at ?? serverTime()));
  const [acquired_by, setAcquiredBy] = useState(one?.acquired_by ?? "");
  const [isPending, whilePending] = usePending();
  const first = { numbers: numbersOf(one), at: shownAt, notes: one?.notes ?? "" };
  const { numbers, at, notes } = typed ?? first;
  const type = (change: Partial<Typed>) => {
    const next = { ...first, ...typed, ...change };
    onType(JSON.stringify(next) === JSON.stringify(first) ? null : next);
  };
  // The menu that began the edit lies further down.
  useEffect(() => {
    if (one) form.current?.querySelector("input")?.focus();
  }, [one]);
  const values = Object.entries(numbers)
    .filter(([, value]) => !Number.isNaN(value))
    .map(([id, value]) => ({ key_figure_id: Number(id), value }));
  const refusal =
    (one && ask("referenceMeasurement.update")) ??
    ask("referenceMeasurement.create", { values, component_type });
  // The field knows no seconds. An unchanged time keeps them.
  const measured_at = one && at === shownAt ? one.measured_at : siteInstant(zone, at);
  const save = async (): Promise<boolean> => {
    if (refusal !== null || measured_at === null) return false;
    const body = { measured_at, values, acquired_by: acquired_by.trim(), notes };
    return whilePending(async () => {
      await (one ? update(one, body) : add({ dt_id, ...body }));
      showDone(t(one ? "reference:changed" : "reference:added", { name }));
      onEnd();
    });
  };
  const isTyped = typed !== null;
  useUnsaved(isTyped, { kind: "editing", save, drop: onEnd });
  const title = t(one ? "reference:edit" : "reference:new", { name });
  return (
    <form
      ref={form}
      className={css.form}
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3>{title}</h3>
      {figures.map((figure) => (
        <ValueField
          key={figure.id}
          figure={figure}
          value={numbers[figure.id] ?? NaN}
          onChange={(value) => type({ numbers: withNumber(numbers, figure.id, value) })}
        />
      ))}
      <SiteTimeField
        label={t("reference:measured_at")}
        zone={zone}
        value={at}
        onChange={(next) => type({ at: next })}
        error={at === "" ? t("refusal:field_missing") : null}
      />
      <TextField
        label={t("reference:acquired_by")}
        value={acquired_by}
        onChange={setAcquiredBy}
        maxLength={200}
      />
      <TextField
        label={t("reference:notes")}
        value={notes}
        onChange={(next) => type({ notes: next })}
        lines={2}
      />
      <div className={css.acts}>
        <Button
          kind="primary"
          type="submit"
          isPending={isPending}
          isDisabled={measured_at === null}
          reason={reasonOf(refusal)}
        >
          {t(one ? "reference:save" : "reference:add")}
        </Button>
        {one || isTyped ? <Button onPress={onEnd}>{t("shell:cancel")}</Button> : null}
      </div>
    </form>
  );
}

/** The key figure on the map comes first. Key figures of an edited measurement are always among them. */
function useFigures(component_type: ComponentType, one: ReferenceMeasurement | null) {
  const known = useAtomValue(keyFiguresAtom);
  const current = useAtomValue(keyFigureAtom);
  const others = (one?.values ?? []).flatMap(({ key_figure_id }) => {
    const figure = keyFigureById(key_figure_id);
    return figure && !known.some(({ id }) => id === key_figure_id) ? [figure] : [];
  });
  return [...known, ...others]
    .filter((figure) => figure.component_type === component_type)
    .toSorted((a, b) => Number(b.id === current?.id) - Number(a.id === current?.id));
}

function numbersOf(one: ReferenceMeasurement | null): Readonly<Record<number, number>> {
  const values = one?.values ?? [];
  return Object.fromEntries(values.map(({ key_figure_id, value }) => [key_figure_id, value]));
}

/** The numbers with this one; NaN takes it away. */
function withNumber(numbers: Typed["numbers"], id: number, value: number): Typed["numbers"] {
  const { [id]: _before, ...others } = numbers;
  return Number.isNaN(value) ? others : { ...others, [id]: value };
}
