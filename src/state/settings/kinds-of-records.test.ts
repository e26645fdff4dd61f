// The lists that staff keep differ by what they ask for; how a list behaves is in record.test.ts.
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startWords } from "../../client/i18n.ts";
import { rolePermissions } from "../../domain/account/role.ts";
import { valueOf } from "../shell/loaded.ts";
import { needWords } from "../shell/locale.ts";
import { asked, serve } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { onToast } from "../shell/toast.ts";
import { documentRecords } from "./document.ts";
import { droneAppRecords } from "./drone-app.ts";
import { droneModelRecords } from "./drone-model.ts";
import { droneRecords } from "./drone.ts";
import { productPackages } from "./product-package.ts";
import type { Records, Row } from "./record.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
vi.mock("../../client/upload.ts", () => import("../shell/served.fixture.ts"));

const file = new File(["bytes"], "file.bin");
const said: string[] = [];
onToast(({ message }) => said.push(message));
beforeAll(async () => {
  await startWords("en");
  await needWords("document", "drone", "product-package");
});
beforeEach(() => said.splice(0));

type Kind = {
  readonly records: Records<Row, never>;
  /** Path of the list, and of one record. */
  readonly list: string;
  readonly one: string;
  /** Path that a new record is sent to, the form for it, and what is sent. */
  readonly create: { readonly path: string; readonly form: object; readonly sent?: object };
  /** A record as the server has it, and its name. */
  readonly row: Row;
  readonly name: string;
};

const kinds: Record<string, Kind> = {
  drone: {
    records: droneRecords as never,
    list: "/auth/drones",
    one: "/auth/drone/{id}",
    create: { path: "/auth/drone", form: { internal_identifier: "D-7" } },
    row: { id: 7, internal_identifier: "D-7" } as Row,
    name: "D-7",
  },
  "drone model": {
    records: droneModelRecords as never,
    list: "/auth/drone-models",
    one: "/auth/drone-model/{id}",
    create: { path: "/auth/drone-model", form: { name: "Falcon" } },
    row: { id: 7, name: "Falcon" } as Row,
    name: "Falcon",
  },
  "product package": {
    records: productPackages as never,
    list: "/auth/product-packages",
    one: "/auth/product-package/{id}",
    create: { path: "/auth/product-package", form: { name: "Mirrors" } },
    row: { id: 7, name: "Mirrors" } as Row,
    name: "Mirrors",
  },
  document: {
    records: documentRecords as never,
    list: "/auth/doc-files",
    one: "/auth/doc-file/{id}",
    create: {
      path: "/auth/doc-files",
      form: { title: "Manual", is_protected: true, file },
      sent: { title: "Manual", is_protected: "true", file },
    },
    row: { id: 7, title: "Manual" } as Row,
    name: "Manual",
  },
};

describe.each(Object.entries(kinds))("a %s", (_, { records, list, one, create, row, name }) => {
  let store = signedInStore();
  const shown = () => valueOf(store.get(records.listAtom));
  beforeEach(async () => {
    serve({
      [`GET ${list}`]: [row],
      [`POST ${create.path}`]: { ...row, id: 8 },
      [`POST ${one}`]: { ...row, note: "from the server" },
      [`DELETE ${one}`]: { done: true },
    });
    store = signedInStore(rolePermissions.super_admin, [records.listAtom]);
    await settle();
    asked.splice(0);
  });

  test("is listed for users who may read them, and for no others", async () => {
    expect(shown()).toEqual([row]);
    store = signedInStore([], [records.listAtom]);
    await settle();
    expect([shown(), asked]).toEqual([undefined, []]);
  });

  test("is created, and named in the message", async () => {
    await store.set(records.create, create.form as never);
    expect(asked).toEqual([[`POST ${create.path}`, create.sent ?? create.form]]);
    expect(shown()).toEqual([row, { ...row, id: 8 }]);
    expect(said).toEqual([expect.stringContaining(name)]);
  });

  test("is changed at once, and is then as the server has it", async () => {
    const changing = store.set(records.change, 7, { note: "typed" } as never);
    expect(shown()).toEqual([{ ...row, note: "typed" }]);
    await changing;
    expect(asked).toEqual([[`POST ${one.replace("{id}", "7")}`, { note: "typed" }]]);
    expect(shown()).toEqual([{ ...row, note: "from the server" }]);
    expect(said).toEqual([expect.stringContaining(name)]);
  });

  test("is removed, and named in the message", async () => {
    await store.set(records.remove, 7);
    expect(asked).toEqual([[`DELETE ${one.replace("{id}", "7")}`]]);
    expect([shown(), said]).toEqual([[], [expect.stringContaining(name)]]);
  });
});

test("a document without a file is sent without one, for the server to refuse", async () => {
  serve({ "POST /auth/doc-files": { id: 7, title: "Manual" } });
  await signedInStore().set(documentRecords.create, { title: "Manual" });
  expect(asked).toEqual([["POST /auth/doc-files", { title: "Manual" }]]);
});

test("a package of the drone app is uploaded with its series and version", async () => {
  serve({
    "GET /auth/drone-apps": [],
    "POST /auth/drone-app": { id: 3, version: "2.4.0" },
  });
  const store = signedInStore(["READ_DRONE_MODEL"], [droneAppRecords.listAtom]);
  await settle();
  await store.set(droneAppRecords.create, { series: "sdk5", version: "2.4.0", file });
  expect(asked.at(-1)).toEqual([
    "POST /auth/drone-app",
    { series: "sdk5", version: "2.4.0", file },
  ]);
  expect(valueOf(store.get(droneAppRecords.listAtom))).toMatchObject([{ version: "2.4.0" }]);
  expect(said).toEqual([expect.stringContaining("2.4.0")]);
});
