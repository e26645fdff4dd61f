// The permission matrix, and the draft of its changes.
import { askAtom } from "../account/ask.ts";
import { atom } from "jotai";
import { api } from "../../api/index.ts";
import { call } from "../../client/call.ts";
import { permissions, type Permission } from "../../domain/account/permission.ts";
import type { Role } from "../../domain/account/permission-matrix.ts";
import { valueOf } from "../shell/loaded.ts";
import { change } from "../shell/mutation.ts";
import { queryOf, reload, type ServerQuery } from "../shell/query.ts";
import { fold } from "./record.ts";
import { perSession } from "../shell/lifetime.ts";

const key = ["permission-matrix"];

/** The roles with their permissions, from the weakest to the strongest. */
export const matrixAtom = queryOf((): ServerQuery<readonly Role[]> => ({
  key,
  ask: (options) => call(api.permission.readMatrix, {}, options),
}));

/** Fetches the matrix again. */
export function reloadMatrix(): Promise<void> {
  return reload(key);
}

/** True for super admins, while they do not hide their role. */
export const canChangeMatrixAtom = atom((get) => get(askAtom)("permission.changeMatrix") === null);

/** The changes: role id, then permission, then whether the role is to hold it. */
type Draft = ReadonlyMap<number, ReadonlyMap<Permission, boolean>>;
const noDraft: Draft = new Map();
export const matrixDraftAtom = perSession<Draft>(noDraft);

/** Grants or revokes a permission in the draft; the saved state is no change. */
export const setDraftPermission = atom(
  null,
  (get, set, id: number, permission: Permission, held: boolean) => {
    const role = valueOf(get(matrixAtom))?.find((one) => one.id === id);
    if (!role) return;
    const changes = new Map(get(matrixDraftAtom).get(id));
    if (role.permissions.includes(permission) === held) changes.delete(permission);
    else if (get(askAtom)("permission.changeMatrix", { role, permission, held: !held }) === null) {
      changes.set(permission, held);
    }
    const next = new Map(get(matrixDraftAtom)).set(id, changes);
    if (changes.size === 0) next.delete(id);
    set(matrixDraftAtom, next);
  },
);

export const discardDraft = atom(null, (_get, set) => set(matrixDraftAtom, noDraft));

export type DraftChange = {
  readonly role: Role;
  readonly granted: readonly Permission[];
  readonly revoked: readonly Permission[];
};

/** The draft by role, in the matrix's order. */
export const draftChangesAtom = atom((get): readonly DraftChange[] => {
  const draft = get(matrixDraftAtom);
  return (valueOf(get(matrixAtom)) ?? []).flatMap((role) => {
    const changes = draft.get(role.id);
    if (!changes) return [];
    const changedTo = (held: boolean) =>
      permissions.filter(({ name }) => changes.get(name) === held).map(({ name }) => name);
    return [{ role, granted: changedTo(true), revoked: changedTo(false) }];
  });
});

/** Sends the draft. Rejects with the refusal; the draft stays then. */
export const saveMatrix = atom(null, async (get, set) => {
  const changes = get(draftChangesAtom).map(({ role, granted, revoked }) => ({
    role_id: role.id,
    granted: [...granted],
    revoked: [...revoked],
  }));
  await change<readonly Role[], readonly Role[]>({
    key,
    send: () => call(api.permission.changeMatrix, { body: { changes } }),
    keep: (_known, roles) => roles,
  });
  set(matrixDraftAtom, noDraft);
});

type Row = (typeof permissions)[number];
/** One row of the matrix; `held` and `changed` have a digit for each role: "1" or "0". */
export type MatrixRow = Row & { readonly held: string; readonly changed: string };
export type MatrixGroup = {
  readonly group: Row["group"];
  readonly rows: readonly MatrixRow[];
  /** The number of permissions of the group that each role holds, regardless of the filter. */
  readonly counts: readonly number[];
  /** How many permissions the group has. */
  readonly size: number;
};

export type MatrixFilter = {
  readonly text: string;
  /** Only permissions that the roles do not all hold, or lack, alike. */
  readonly isDifferent: boolean;
  /** Words of a permission, folded. */
  readonly wordsOf: (permission: Row) => string;
};

const noChanges: ReadonlyMap<Permission, boolean> = new Map();

/** The matrix by group, with the draft applied; groups without a matching row are left out. */
export function matrixGroups(
  roles: readonly Role[],
  draft: Draft,
  { text, isDifferent, wordsOf }: MatrixFilter,
): readonly MatrixGroup[] {
  const columns = roles.map((role) => ({
    held: new Set(role.permissions),
    changes: draft.get(role.id) ?? noChanges,
  }));
  const parts = fold(text).split(/\s+/).filter(Boolean);
  const rows = permissions.map((row): MatrixRow => {
    const signs = columns.map(({ held, changes }) => changes.get(row.name) ?? held.has(row.name));
    const changed = columns.map(({ changes }) => changes.has(row.name));
    return { ...row, held: signsOf(signs), changed: signsOf(changed) };
  });
  const passes = (row: MatrixRow) => {
    const isAlike = !row.held.includes("0") || !row.held.includes("1");
    if (isDifferent && isAlike) return false;
    return parts.every((part) => wordsOf(row).includes(part));
  };
  return [...Map.groupBy(rows, ({ group }) => group)]
    .map(([group, all]) => ({
      group,
      rows: all.filter(passes),
      counts: columns.map((_, at) => all.filter(({ held }) => held[at] === "1").length),
      size: all.length,
    }))
    .filter((one) => one.rows.length > 0);
}

function signsOf(flags: readonly boolean[]): string {
  return flags.map((flag) => (flag ? "1" : "0")).join("");
}
