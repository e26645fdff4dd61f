// Lists of records that staff keep: loaded once, changed on the screen at once and on the server right
// after. A change the server refuses is taken back; the form that sent it keeps what was typed.
import { atom } from "jotai";
import { failed, idle, loading, ready, valueOf, type Loaded } from "../shell/loaded.ts";
import { t, type WordValues } from "../shell/locale.ts";
import { showDone, showFault } from "../shell/toast.ts";
import { perSession } from "../shell/lifetime.ts";

/** What every record has: a number that names it in the address. */
export type Row = { readonly id: number };

export type RecordCalls<R extends Row, Form> = {
  readonly load: () => Promise<readonly R[]>;
  /** Answers the record as the server made it. */
  readonly create?: (form: Form) => Promise<R>;
  /** Answers the record as the server has it now. */
  readonly change?: (id: number, form: Form) => Promise<R>;
  readonly remove?: (id: number) => Promise<unknown>;
  /** How a record looks while its change is on its way; absent: as before until the answer. */
  readonly preview?: (row: R, form: Form) => R;
  /** Fills {{name}} in the words below. */
  readonly name: (row: R) => string;
  /** Word keys of what is said once it is done. */
  readonly words: {
    readonly created?: string;
    readonly changed?: string;
    readonly removed?: string;
  };
};

/** Makes the atoms of one kind of record. Verbs say what was done, and show what failed. */
export function records<R extends Row, Form>(calls: RecordCalls<R, Form>) {
  const listAtom = perSession<Loaded<readonly R[]>>(idle);

  const put = atom(null, (get, set, update: (rows: readonly R[]) => readonly R[]) => {
    const list = get(listAtom);
    if (list.state === "ready") set(listAtom, ready(update(list.value)));
  });

  /** Fetches the list; what is known stays in sight meanwhile. */
  const load = atom(null, async (get, set) => {
    if (get(listAtom).state !== "ready") set(listAtom, loading);
    try {
      set(listAtom, ready(await calls.load()));
    } catch (cause) {
      if (valueOf(get(listAtom)) === undefined) set(listAtom, failed(cause));
      else showFault(cause);
    }
  });

  /** Creates a record and answers it. Rejects with the refusal, which has been shown. */
  const create = atom(null, async (_get, set, form: Form): Promise<R> => {
    const row = await shown(calls.create!(form));
    set(put, (rows) => [...rows.filter(({ id }) => id !== row.id), row]);
    say(calls.words.created, { name: calls.name(row) });
    return row;
  });

  /** Changes a record, on the screen at once. Rejects with the refusal, which has been shown. */
  const change = atom(null, async (get, set, id: number, form: Form): Promise<R> => {
    const before = valueOf(get(listAtom))?.find((row) => row.id === id);
    const preview = before && calls.preview?.(before, form);
    const swap = (from: R | undefined, to: R | undefined) => {
      if (from && to) set(put, (rows) => rows.map((row) => (row === from ? to : row)));
    };
    swap(before, preview);
    try {
      const row = await shown(calls.change!(id, form));
      set(put, (rows) => rows.map((one) => (one.id === id ? row : one)));
      say(calls.words.changed, { name: calls.name(row) });
      return row;
    } catch (cause) {
      swap(preview, before);
      throw cause;
    }
  });

  /** Removes a record, from the screen at once. Rejects with the refusal, which has been shown. */
  const remove = atom(null, async (get, set, id: number): Promise<void> => {
    const rows = valueOf(get(listAtom)) ?? [];
    const at = rows.findIndex((row) => row.id === id);
    const gone = rows[at];
    set(put, (all) => all.filter((row) => row.id !== id));
    try {
      await shown(calls.remove!(id));
      say(calls.words.removed, { name: gone ? calls.name(gone) : "" });
    } catch (cause) {
      if (gone) set(put, (all) => (has(all, id) ? all : all.toSpliced(at, 0, gone)));
      throw cause;
    }
  });

  /** Takes over a record that another act has changed. */
  const keep = atom(null, (_get, set, row: R) => {
    set(put, (rows) =>
      has(rows, row.id) ? rows.map((one) => (one.id === row.id ? row : one)) : [...rows, row],
    );
  });

  return { listAtom: atom((get) => get(listAtom)), load, create, change, remove, keep };
}

export type Records<R extends Row, Form> = ReturnType<typeof records<R, Form>>;

function has(rows: readonly Row[], id: number): boolean {
  return rows.some((row) => row.id === id);
}

function say(key: string | undefined, values: WordValues): void {
  if (key) showDone(t(key, values));
}

async function shown<Value>(asked: Promise<Value>): Promise<Value> {
  try {
    return await asked;
  } catch (cause) {
    showFault(cause);
    throw cause;
  }
}

/** Text without case and accents, as it is searched: "São João" is found by "sao joao". */
export function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
