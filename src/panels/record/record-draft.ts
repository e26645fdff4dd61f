// The form state of a record: validated by the same shape as on the server, protected against leaving,
// and kept if the server refuses it.
import { useState } from "react";
import type { z } from "zod";
import type { Problem } from "../../domain/error.ts";
import { useUnsaved } from "../unsaved.ts";
import { useOpenRecord } from "./open-record.ts";
import { refusedFields, shapeProblems, type FieldProblems } from "./problem-words.ts";

export type RecordDraftOptions<Draft extends object, Form> = {
  /** The initial values. Empty numbers are NaN, empty choices null. */
  readonly draft: Draft;
  /** What is filled in of these when the form opens, as if it had been typed; null for nothing. */
  readonly begun?: Partial<Draft> | null;
  /** The shape of the request body, from domain. Its problems are shown at the fields of the same name. */
  readonly shape: z.ZodType<Form>;
  /** Converts the draft to the request body. Absent: the draft is sent. */
  readonly toForm?: (draft: Draft) => unknown;
  /** Further problems by field that the shape cannot detect. */
  readonly refuse?: (draft: Draft) => readonly Problem[];
  /** Sends the request body; rejects if the server refuses it. A returned new record is opened. */
  readonly save: (form: Form) => Promise<{ readonly id: number } | void>;
  /** True for `?id=new`. */
  readonly isNew: boolean;
};

export type RecordDraft<Draft extends object> = {
  readonly draft: Draft;
  readonly setFields: (changes: Partial<Draft>) => void;
  /** Value, onChange and error of a field, to spread into a text field, number field or select. */
  readonly bind: <Field extends keyof Draft & string>(
    field: Field,
  ) => {
    value: Draft[Field];
    onChange: (value: Draft[Field]) => void;
    error: string | null;
  };
  /** The same for a checkbox. */
  readonly tick: <Field extends keyof Draft & string>(
    field: Field,
  ) => { isSelected: boolean; onChange: (isSelected: boolean) => void };
  /** The error of a field; null if it is valid or the user has not tried to save. */
  readonly problemOf: (field: string) => string | null;
  readonly isDirty: boolean;
  readonly isPending: boolean;
  readonly isNew: boolean;
  /** Saves; resolves to whether it succeeded. */
  readonly submit: () => Promise<boolean>;
  /** Ends the protection against leaving, after the record was deleted. */
  readonly release: () => void;
  /** Discards the changes. */
  readonly reset: () => void;
  /** Counts refused attempts to save. The form then focuses the first invalid field. */
  readonly refusals: number;
};

const noProblems: FieldProblems = {};
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The draft with the new initial values in the fields that still have the former ones. */
function withUnedited<Draft extends object>(draft: Draft, former: Draft, initial: Draft): Draft {
  const fields = Object.keys(initial) as (keyof Draft)[];
  const unedited = fields.filter((field) => isEqual(draft[field], former[field]));
  return { ...draft, ...Object.fromEntries(unedited.map((field) => [field, initial[field]])) };
}

export function useRecordDraft<Draft extends object, Form>(
  options: RecordDraftOptions<Draft, Form>,
): RecordDraft<Draft> {
  const { shape, toForm, refuse, save, isNew } = options;
  const { open } = useOpenRecord();
  const [stored, setStored] = useState(options.draft);
  const [draft, setDraft] = useState(() => ({ ...options.draft, ...options.begun }));
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [serverProblems, setServerProblems] = useState(noProblems);
  const isDirty = !isEqual(draft, stored);
  // The stored record changed elsewhere: a form without changes follows, an edited form keeps its values.
  // The initial values of a new record follow in the fields that were not edited, as choices are loaded.
  if ((!isDirty || isNew) && !isPending && !isEqual(options.draft, stored)) {
    setStored(options.draft);
    setDraft(withUnedited(draft, stored, options.draft));
  }
  const parsed = shape.safeParse(toForm ? toForm(draft) : draft);
  const problems: FieldProblems = {
    ...refusedFields(refuse?.(draft) ?? []),
    ...(parsed.success ? noProblems : shapeProblems(parsed.error.issues)),
  };
  const problemOf = (field: string) =>
    serverProblems[field] ?? (isTried ? problems[field] : null) ?? null;

  const setFields = (changes: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...changes }));
    setServerProblems((before) => {
      const remaining = Object.entries(before).filter(
        ([field]) => !Object.hasOwn(changes, field.split(".")[0] ?? ""),
      );
      return Object.fromEntries(remaining);
    });
  };
  const submit = async (): Promise<boolean> => {
    setTried(true);
    if (isPending) return false;
    if (!parsed.success || Object.keys(problems).length > 0) {
      setRefusals((count) => count + 1);
      return false;
    }
    setPending(true);
    try {
      const created = await save(parsed.data);
      release();
      setStored(draft);
      setTried(false);
      if (isNew && created) open(created.id, { replace: true });
      return true;
    } catch (cause) {
      setServerProblems(refusedFields((cause as { problems?: readonly Problem[] }).problems ?? []));
      setRefusals((count) => count + 1);
      return false;
    } finally {
      setPending(false);
    }
  };
  const reset = () => {
    setDraft(stored);
    setTried(false);
    setServerProblems(noProblems);
  };

  const { release } = useUnsaved(isDirty, { kind: "editing", save: submit, drop: reset });

  return {
    draft,
    setFields,
    bind: (field) => ({
      value: draft[field],
      onChange: (value) => setFields({ [field]: value } as unknown as Partial<Draft>),
      error: problemOf(field),
    }),
    tick: (field) => ({
      isSelected: draft[field] === true,
      onChange: (value) => setFields({ [field]: value } as unknown as Partial<Draft>),
    }),
    problemOf,
    isDirty,
    isPending,
    isNew,
    submit,
    release,
    reset,
    refusals,
  };
}
