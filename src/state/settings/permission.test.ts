import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Role } from "../../domain/account/permission-matrix.ts";
import { permissions } from "../../domain/account/permission.ts";
import { rolePermissions } from "../../domain/account/role.ts";
import { valueOf } from "../shell/loaded.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";

const matrix: Role[] = [
  { id: 1, key: "customer_user", permissions: [...rolePermissions.customer_user], user_count: 5 },
  { id: 2, key: "admin", permissions: [...rolePermissions.admin], user_count: 2 },
  { id: 3, key: "super_admin", permissions: [...rolePermissions.super_admin], user_count: 1 },
];
const asked: unknown[] = [];
let refusal: unknown = null;
let reads = 0;
/** The matrix as the server has it after a change. */
const saved: Role[] = matrix.map((role) => ({ ...role, user_count: role.user_count + 1 }));
vi.mock("../../client/call.ts", () => ({
  async call(endpoint: { method: string }, ask?: { body: unknown }) {
    if (endpoint.method === "GET") {
      reads += 1;
      return matrix;
    }
    asked.push(ask?.body);
    if (refusal) throw refusal;
    return saved;
  },
}));

const state = await import("./permission.ts");
const all = { text: "", isDifferent: false, wordsOf: () => "" };
let store = signedInStore();
beforeEach(async () => {
  store = signedInStore(
    rolePermissions.super_admin,
    [state.matrixAtom, state.draftChangesAtom, state.canChangeMatrixAtom],
    { is_admin: true, is_super_admin: true },
  );
  asked.splice(0);
  refusal = null;
  await settle();
});
const changes = () =>
  store
    .get(state.draftChangesAtom)
    .map(({ role, granted, revoked }) => [role.key, granted, revoked]);

describe("the matrix", () => {
  it("has every permission in its group, with what each role holds of a group", () => {
    const groups = state.matrixGroups(matrix, new Map(), all);
    expect(groups.flatMap(({ rows }) => rows)).toHaveLength(permissions.length);
    expect(groups[1]).toMatchObject({ group: "analysis_result", counts: [2, 6, 6], size: 6 });
    expect(groups[0]?.rows[0]).toMatchObject({ number: 1, held: "011", changed: "000" });
  });

  it("is filtered by every word typed, ignoring case and accents", () => {
    const wordsOf = ({ number, name }: { number: number; name: string }) =>
      `${number} ${name === "READ_USER" ? "ver usuarios" : "otra cosa"}`;
    const names = (text: string) =>
      state
        .matrixGroups(matrix, new Map(), { ...all, text, wordsOf })
        .flatMap(({ rows }) => rows.map(({ name }) => name));
    expect(names("  Usuários \t VÉR ")).toEqual(["READ_USER"]);
    expect(names("nothing")).toEqual([]);
  });

  it("leaves out a group in which nothing was found", () => {
    const wordsOf = ({ name }: { name: string }) => name.toLowerCase();
    const found = state.matrixGroups(matrix, new Map(), { ...all, text: "READ_USER", wordsOf });
    expect(found.map(({ group }) => group)).toEqual(["user"]);
  });

  it("shows only where roles differ when asked to, by the draft", () => {
    const differing = (draft: Parameters<typeof state.matrixGroups>[1]) =>
      state
        .matrixGroups(matrix, draft, { ...all, isDifferent: true })
        .flatMap(({ rows }) => rows.map(({ name }) => name));
    const before = differing(new Map());
    expect(before).toContain("DELETE_ANALYSIS");
    expect(before).not.toContain("READ_ANALYSIS");
    expect(differing(new Map([[1, new Map([["READ_ANALYSIS", false]])]]))).toContain(
      "READ_ANALYSIS",
    );
  });

  it("can be fetched again", async () => {
    const before = reads;
    await state.reloadMatrix();
    expect(reads).toBe(before + 1);
  });

  it("can be changed by super admins only", async () => {
    expect(store.get(state.canChangeMatrixAtom)).toBe(true);
    store = signedInStore(rolePermissions.admin, [state.matrixAtom], { is_admin: true });
    expect(store.get(state.canChangeMatrixAtom)).toBe(false);
  });

  it("counts with the draft applied", () => {
    store.set(state.setDraftPermission, 1, "DOWNLOAD_ANALYSIS_FILE", true);
    const [group] = state.matrixGroups(matrix, store.get(state.matrixDraftAtom), all);
    expect(group?.counts).toEqual([1, 4, 4]);
    expect(group?.rows[0]).toMatchObject({ held: "111", changed: "100" });
  });
});

describe("a draft permission", () => {
  it("becomes a change of its role, and none once it is reverted", () => {
    store.set(state.setDraftPermission, 1, "READ_USER", true);
    store.set(state.setDraftPermission, 1, "READ_REPORT", false);
    store.set(state.setDraftPermission, 2, "DELETE_CUSTOMER", true);
    expect(changes()).toEqual([
      ["customer_user", ["READ_USER"], ["READ_REPORT"]],
      ["admin", ["DELETE_CUSTOMER"], []],
    ]);
    store.set(state.setDraftPermission, 2, "DELETE_CUSTOMER", false);
    store.set(state.setDraftPermission, 1, "READ_REPORT", true);
    expect(changes()).toEqual([["customer_user", ["READ_USER"], []]]);
  });

  it("is none for a role that does not exist, nor before the matrix is loaded", () => {
    store.set(state.setDraftPermission, 99, "READ_USER", true);
    expect(store.get(state.matrixDraftAtom)).toEqual(new Map());
    store = signedInStore(rolePermissions.super_admin, [state.draftChangesAtom], {
      is_super_admin: true,
    });
    store.set(state.setDraftPermission, 1, "READ_USER", true);
    expect([store.get(state.matrixDraftAtom), changes()]).toEqual([new Map(), []]);
  });

  it("can be discarded", () => {
    store.set(state.setDraftPermission, 1, "READ_USER", true);
    store.set(state.discardDraft);
    expect(changes()).toEqual([]);
  });

  it("that the rules refuse is not added", () => {
    store.set(state.setDraftPermission, 3, "READ_PERMISSION", false);
    store.set(state.setDraftPermission, 1, "SWITCH_CUSTOMER", true);
    expect(changes()).toEqual([]);
  });

  it("is sent as the change it is, and stays where the server refuses", async () => {
    store.set(state.setDraftPermission, 1, "READ_USER", true);
    store.set(state.setDraftPermission, 1, "READ_REPORT", false);
    refusal = new Error("refused");
    await expect(store.set(state.saveMatrix)).rejects.toThrow("refused");
    expect(changes()).toHaveLength(1);
    refusal = null;
    await store.set(state.saveMatrix);
    expect(asked.at(-1)).toEqual({
      changes: [{ role_id: 1, granted: ["READ_USER"], revoked: ["READ_REPORT"] }],
    });
    expect(changes()).toEqual([]);
    expect(valueOf(store.get(state.matrixAtom))).toEqual(saved);
  });
});
