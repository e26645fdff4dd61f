import { describe, expect, test, vi } from "vitest";
import { keepSession } from "../../client/session.ts";
import type { Customer, WhiteLabel } from "../../domain/provider/customer.ts";
import { meAtom } from "../account/me.ts";
import { valueOf } from "../shell/loaded.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { onToast } from "../shell/toast.ts";
import { customersAtom } from "./customer-list.ts";
import * as state from "./customer.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
vi.mock("../../client/upload.ts", () => import("../shell/served.fixture.ts"));

const colours: WhiteLabel = {
  primary: "#8a3b12",
  primary_hover: "#a34a1b",
  primary_dark: "#6d2d0c",
  primary_border: "#7a3410",
  secondary_hover: "#f3e6dc",
};
const otherColours = { ...colours, primary: "#112233" };
const customer = (id: number, more: Partial<Customer> = {}) => ({
  id,
  name: `Customer ${id}`,
  company_name: "",
  user_limit: 10,
  release_mail_recipient_ids: [4, 5],
  staff_count: 0,
  logo_hash: null,
  white_label: null,
  ...more,
});
const save = (more: Partial<state.CustomerSave> = {}): state.CustomerSave => ({
  fields: { name: "Customer 7" },
  logo: undefined,
  white_label: null,
  ...more,
});
const READ = "GET /auth/customer/{id}";
const UPDATE = "POST /auth/customer/{id}";
const SET_COLOURS = "POST /auth/customer/{id}/white-label";
const logo = new File(["png"], "logo.png");

const said: string[] = [];
onToast(({ tone }) => said.push(tone));
let store = signedInStore();
/** A server that keeps one customer, with this branding. */
async function open(branding: Partial<Customer> = {}) {
  let row = customer(7, branding);
  const change = (changes: object) => (row = { ...row, ...changes });
  const body = (more: (body: object) => object) => (ask: { body: object }) =>
    change(more(ask.body));
  serve({
    "GET /auth/customers": () => [customer(3), row],
    "GET /auth/user/me": { id: 1 },
    "POST /auth/customer": body((fields) => fields),
    [READ]: () => row,
    [UPDATE]: body((fields) => fields),
    [SET_COLOURS]: body((white_label) => ({ white_label })),
    "DELETE /auth/customer/{id}/white-label": () => change({ white_label: null }),
    "POST /auth/customer/{id}/logo": () => change({ logo_hash: "new" }),
    "DELETE /auth/customer/{id}/logo": () => change({ logo_hash: null }),
    "DELETE /auth/customer/{id}": { done: true },
  });
  store = signedInStore(["READ_CUSTOMER"], [state.customerRecords.listAtom, meAtom]);
  await settle();
  asked.splice(0);
  said.splice(0);
}
/** The changes that were sent; what is read again after them is left out. */
const sent = () => asked.filter(([to]) => !to.startsWith("GET"));
const row = () => valueOf(store.get(state.customerRecords.listAtom))?.find(({ id }) => id === 7);

describe("the list", () => {
  test("is not fetched for users who may not read it", async () => {
    serve({ "GET /auth/customers": [] });
    store = signedInStore([], [state.customerRecords.listAtom, customersAtom]);
    await settle();
    expect(store.get(customersAtom).state).toBe("idle");
    expect(asked).toEqual([]);
  });

  test("of customers is the same under both names", async () => {
    serve({ "GET /auth/customers": [customer(3)] });
    store = signedInStore(["READ_CUSTOMER"], [customersAtom]);
    await settle();
    expect(valueOf(store.get(state.customerRecords.listAtom))?.map(({ id }) => id)).toEqual([3]);
    expect(asked).toEqual([["GET /auth/customers"]]);
  });

  test("loses a deleted customer", async () => {
    await open();
    await store.set(state.customerRecords.remove, 7);
    expect(sent()).toEqual([["DELETE /auth/customer/7"]]);
    expect(row()).toBeUndefined();
  });
});

describe("a saved customer", () => {
  test("sends only the fields that differ, and is shown at once", async () => {
    await open();
    const fields = { name: "Customer 7", user_limit: 12, release_mail_recipient_ids: [4, 5] };
    const saving = store.set(state.saveCustomer, 7, save({ fields }));
    expect(row()).toMatchObject({ user_limit: 12 });
    expect(await saving).toMatchObject({ id: 7, user_limit: 12 });
    expect(sent()).toEqual([["POST /auth/customer/7", { user_limit: 12 }]]);
    expect(said).toEqual(["good"]);
  });

  test("compares lists by what is in them", async () => {
    await open();
    const fields = { name: "Customer 7", release_mail_recipient_ids: [4] };
    await store.set(state.saveCustomer, 7, save({ fields }));
    expect(sent()).toEqual([["POST /auth/customer/7", { release_mail_recipient_ids: [4] }]]);
  });

  test("sends nothing where nothing differs", async () => {
    await open({ logo_hash: "old", white_label: colours });
    await store.set(state.saveCustomer, 7, save({ white_label: colours }));
    expect(sent()).toEqual([]);
  });

  test("has the viewer's own branding fetched again, which may be this one", async () => {
    await open();
    await store.set(state.saveCustomer, 7, save());
    await settle();
    expect(asked.filter(([to]) => to === "GET /auth/user/me")).toHaveLength(1);
  });

  test("that is refused rejects, and what was saved of it before is fetched", async () => {
    await open();
    serveAlso({ [SET_COLOURS]: refusal() });
    const fields = { name: "Customer 7", user_limit: 12 };
    await expect(
      store.set(state.saveCustomer, 7, save({ fields, white_label: colours })),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    await settle();
    expect(said).toEqual(["danger"]);
    expect(row()).toMatchObject({ user_limit: 12, white_label: null });
    expect(asked.some(([to]) => to === "GET /auth/user/me")).toBe(false);
  });
});

describe("a new customer", () => {
  test("is created with its branding, and is in the list", async () => {
    await open({ id: 8 });
    const fields = { name: "New" };
    const made = await store.set(
      state.saveCustomer,
      null,
      save({ fields, logo, white_label: colours }),
    );
    expect(made).toMatchObject({ id: 8, name: "New", white_label: colours });
    expect(sent()).toEqual([
      ["POST /auth/customer", { name: "New" }],
      ["POST /auth/customer/8/logo", { logo }],
      ["POST /auth/customer/8/white-label", colours],
    ]);
    expect(said).toEqual(["good"]);
  });

  test("exists also where its logo is refused, and the message says so", async () => {
    await open({ id: 8 });
    serveAlso({ "POST /auth/customer/{id}/logo": refusal("BAD_REQUEST") });
    const made = await store.set(state.saveCustomer, null, save({ fields: { name: "New" }, logo }));
    expect(made).toMatchObject({ id: 8, logo_hash: null });
    expect(said).toEqual(["danger", "good"]);
  });
});

describe("the branding", () => {
  const saved = async (branding: Partial<Customer>, more: Partial<state.CustomerSave>) => {
    await open(branding);
    await store.set(state.saveCustomer, 7, save(more));
    return sent();
  };

  test("gets its logo before its colours, which need one", async () => {
    expect(await saved({}, { logo, white_label: colours })).toEqual([
      ["POST /auth/customer/7/logo", { logo }],
      ["POST /auth/customer/7/white-label", colours],
    ]);
  });

  test("loses its colours before its logo", async () => {
    const both = { logo_hash: "old", white_label: colours };
    expect(await saved(both, { logo: null })).toEqual([
      ["DELETE /auth/customer/7/white-label"],
      ["DELETE /auth/customer/7/logo"],
    ]);
  });

  test("keeps its logo while only the colours change", async () => {
    const both = { logo_hash: "old", white_label: colours };
    expect(await saved(both, { white_label: otherColours })).toEqual([
      ["POST /auth/customer/7/white-label", otherColours],
    ]);
    expect(row()).toMatchObject({ logo_hash: "old", white_label: otherColours });
  });

  test("has no logo to remove where there is none", async () => {
    expect(await saved({}, { logo: null })).toEqual([]);
  });
});

describe("the viewer's own customer", () => {
  const isOwn = (session: object, more: Partial<Customer> = {}) => {
    store = signedInStore([], [], session);
    return store.get(state.isOwnCustomerAtom)(customer(7, more) as Customer);
  };

  test("is the one acted for", () => {
    expect(isOwn({ customer: { id: 7 } })).toBe(true);
    expect(isOwn({ customer: { id: 8 } }, { staff_count: 3 })).toBe(false);
  });

  test("is the provider where the viewer acts for none", () => {
    expect(isOwn({ customer: null })).toBe(false);
    expect(isOwn({ customer: null }, { staff_count: 3 })).toBe(true);
  });

  test("is none when signed out", () => {
    store = signedInStore();
    keepSession(null);
    expect(store.get(state.isOwnCustomerAtom)(customer(7) as Customer)).toBe(false);
  });
});
