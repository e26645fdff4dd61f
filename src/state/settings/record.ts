// Lists of records that staff manage: loaded once, changed on the screen at once and then on the server. A
// change that the server refuses is rolled back; its form keeps the typed values.
import { hashKey } from "@tanstack/query-core";
import { atom } from "jotai";
import { hasPermissionAtom } from "../account/session.ts";
import type { Requirement } from "../../domain/account/permission.ts";
import { foldedLetters } from "../../domain/text.ts";
import type { CallOptions } from "../../client/call.ts";
import { valueOf } from "../shell/loaded.ts";
import { change, removeRow, updateAnswer } from "../shell/mutation.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { t, type WordValues } from "../shell/locale.ts";
import { showDone, showFault } from "../shell/toast.ts";

/** Every record has a number, which is used in the address. */
export type Row = { readonly id: number };

export type RecordCalls<R extends Row, Form> = {
  /** Query key of the list. */
  readonly key: string;
  /** Who may read the list; it stays idle for others. */
  readonly permission: Requirement;
  readonly load: (options: CallOptions) => Promise<readonly R[]>;
  /** Returns the record as created by the server. */
  readonly create?: (form: Form) => Promise<R>;
  /** Returns the record as changed by the server. */
  readonly change?: (id: number, form: Form) => Promise<R>;
  readonly remove?: (id: number) => Promise<unknown>;
  /** The record while its change is being sent; absent: unchanged until the response. */
  readonly preview?: (row: R, form: Form) => R;
  /** Fills {{name}} in the words below. */
  readonly name: (row: R) => string;
  /** Word keys of the messages after success. */
  readonly words: {
    readonly created?: string;
    readonly changed?: string;
    readonly removed?: string;
  };
};

/** Creates the atoms of one kind of record. The verbs show a message after success and after failure. */
export function records<R extends Row, Form>(calls: RecordCalls<R, Form>) {
  type Rows = readonly R[];
  const key = [calls.key];
  const listAtom = queryOf((get): ServerQuery<Rows> | null =>
    get(hasPermissionAtom)(calls.permission) ? { key, ask: calls.load } : null,
  );

  /** Fetches the list again; the cached data stay on the screen meanwhile. */
  const reloadList = () => reload(key);

  /** Creates and returns a record. Rejects with the refusal, which has been shown. */
  const create = atom(null, async (_get, _set, form: Form): Promise<R> => {
    const row = await withFaultShown(
      change<Rows, R>({ key, send: () => calls.create!(form), keep: withRow }),
    );
    showMessage(calls.words.created, { name: calls.name(row) });
    return row;
  });

  /** Changes a record, on the screen at once. Rejects with the refusal, which has been shown. */
  const update = atom(null, async (_get, _set, id: number, form: Form): Promise<R> => {
    let before: R | undefined;
    let preview: R | undefined;
    const swap = (rows: Rows, from: R | undefined, to: R | undefined) =>
      from && to ? rows.map((row) => (isSame(row, from) ? to : row)) : rows;
    const row = await withFaultShown(
      change<Rows, R>({
        key,
        preview(rows) {
          before = rows.find((one) => one.id === id);
          preview = before && calls.preview?.(before, form);
          return swap(rows, before, preview);
        },
        undo: (rows) => swap(rows, preview, before),
        send: () => calls.change!(id, form),
        keep: (rows, changed) => rows.map((one) => (one.id === id ? changed : one)),
      }),
    );
    showMessage(calls.words.changed, { name: calls.name(row) });
    return row;
  });

  /** Removes a record, from the screen at once. Rejects with the refusal, which has been shown. */
  const remove = atom(null, async (get, _set, id: number): Promise<void> => {
    const removed = valueOf(get(listAtom))?.find((row) => row.id === id);
    await withFaultShown(removeRow<R>(key, id, () => calls.remove!(id)));
    showMessage(calls.words.removed, { name: removed ? calls.name(removed) : "" });
  });

  /** Stores a record that was changed by another call. */
  const keep = atom(null, (_get, _set, row: R) => {
    updateAnswer<Rows>(key, (rows) => withRow(rows, row));
  });

  return { listAtom, reload: reloadList, create, change: update, remove, keep };
}

const isSame = (one: Row, other: Row) => hashKey([one]) === hashKey([other]);

function withRow<R extends Row>(rows: readonly R[], row: R): readonly R[] {
  return rows.some(({ id }) => id === row.id)
    ? rows.map((one) => (one.id === row.id ? row : one))
    : [...rows, row];
}

export type Records<R extends Row, Form> = ReturnType<typeof records<R, Form>>;

function showMessage(key: string | undefined, values: WordValues): void {
  if (key) showDone(t(key, values));
}

async function withFaultShown<Value>(sent: Promise<Value>): Promise<Value> {
  try {
    return await sent;
  } catch (cause) {
    showFault(cause);
    throw cause;
  }
}

/** Text without case and accents, for searches: "São João" is found by "sao joao". */
export function fold(text: string): string {
  return foldedLetters(text);
}
