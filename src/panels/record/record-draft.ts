// What is typed into the form of a record: checked by the same shape as on the server, held against
// leaving, sent, and kept where the server refuses it.
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { Problem } from "../../domain/error.ts";
import { holdUnsaved } from "../../state/shell/leave.ts";
import { useOpenRecord } from "./open-record.ts";
import { refusedFields, shapeProblems, type FieldProblems } from "./problem-words.ts";

export type RecordDraftOptions<Draft extends object, Form> = {
  /** The form as it stands before anything is typed. Empty numbers are NaN, empty choices null. */
  readonly draft: Draft;
  /** The shape of what is sent, from domain; its problems show at the fields of their names. */
  readonly shape: z.ZodType<Form>;
  /** Makes of the draft what the shape expects; absent: the draft itself. */
  readonly toForm?: (draft: Draft) => unknown;
  /** What the shape cannot say, by field; asked together with it. */
  readonly refuse?: (draft: Draft) => readonly Problem[];
  /** Sends it; rejects with the refusal. A new record that is answered opens. */
  readonly save: (form: Form) => Promise<{ readonly id: number } | void>;
  /** True for `?id=new`. */
  readonly isNew: boolean;
};

export type RecordDraft<Draft extends object> = {
  readonly draft: Draft;
  readonly setFields: (changes: Partial<Draft>) => void;
  /** Value, onChange and error of a field, to be spread into a text field, number field or select. */
  readonly bind: <Field extends keyof Draft & string>(
    field: Field,
  ) => {
    value: Draft[Field];
    onChange: (value: Draft[Field]) => void;
    error: string | null;
  };
  /** The same for a box to tick. */
  readonly tick: <Field extends keyof Draft & string>(
    field: Field,
  ) => { isSelected: boolean; onChange: (isSelected: boolean) => void };
  /** Why a field is refused; null where nothing stands against it or nothing was tried yet. */
  readonly problemOf: (field: string) => string | null;
  readonly isDirty: boolean;
  readonly isPending: boolean;
  readonly isNew: boolean;
  /** Saves; answers whether it worked. */
  readonly submit: () => Promise<boolean>;
  /** What was typed is no longer held against leaving: the record has been deleted. */
  readonly release: () => void;
  /** Back to what is stored. */
  readonly reset: () => void;
  /** Grows with every refused attempt; the form then leads to the first refused field. */
  readonly refusals: number;
};

const noProblems: FieldProblems = {};
const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export function useRecordDraft<Draft extends object, Form>(
  options: RecordDraftOptions<Draft, Form>,
): RecordDraft<Draft> {
  const { shape, toForm, refuse, save, isNew } = options;
  const { open } = useOpenRecord();
  const [stored, setStored] = useState(options.draft);
  const [draft, setDraft] = useState(options.draft);
  const [isTried, setTried] = useState(false);
  const [isPending, setPending] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [serverProblems, setServerProblems] = useState(noProblems);
  const release = useRef(() => undefined as void);
  const isDirty = !isEqual(draft, stored);
  // What is stored has changed elsewhere: an untouched form follows, a touched one keeps what was typed.
  if (!isDirty && !isPending && !isEqual(options.draft, stored)) {
    setStored(options.draft);
    setDraft(options.draft);
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
      release.current();
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

  const latest = useRef({ submit, reset });
  useEffect(() => {
    latest.current = { submit, reset };
  });
  useEffect(() => {
    if (!isDirty) return undefined;
    const unregister = holdUnsaved({
      kind: "editing",
      save: () => latest.current.submit(),
      drop: () => latest.current.reset(),
    });
    release.current = unregister;
    return unregister;
  }, [isDirty]);

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
    release: () => release.current(),
    reset,
    refusals,
  };
}
