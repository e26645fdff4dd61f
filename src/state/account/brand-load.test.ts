// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from "vitest";
import { keepSession, session } from "../../client/session.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import { asked, refusal, serve, serveAlso } from "../shell/served.fixture.ts";
import { settle, signedInStore } from "../shell/signed-in.fixture.ts";
import { pauseReads } from "../shell/query.ts";
import { dueBrandAtom, loadBrand, measureLogo } from "./brand-load.ts";
import { brandAtom, showBrand, type StoredBrand } from "./brand.ts";
import { reloadMe } from "./me.ts";

vi.mock("../../client/call.ts", () => import("../shell/served.fixture.ts"));
let pixels: number[] = [];
vi.mock("../../client/image-data.ts", () => ({
  dataAddress: async (image: Blob) => `data:image/png;base64,${await image.text()}`,
  pixelsOf: async () => Uint8ClampedArray.from(pixels),
}));
vi.stubGlobal("CSS", { supports: () => true });

/** The pixels of a mark of one colour on a clear ground. */
const mark = (...colour: [red: number, green: number, blue: number]) =>
  Array.from({ length: 100 }, (_, at) => [...colour, at < 10 ? 255 : 0]).flat();
const BLACK = mark(0, 0, 0);
const WHITE = mark(255, 255, 255);
const colours = {
  primary: "#8a3b12",
  primary_hover: "#a34a1b",
  primary_dark: "#6d2d0c",
  primary_border: "#7a3410",
  secondary_hover: "#f3e6dc",
};
const BRAND = "GET /auth/white-label/{version}";
const helios = { id: 7, name: "Helios", white_labeling_version: 3 };
const kept = (customer_id: number, version: number): StoredBrand => ({
  customer_id,
  version,
  customer_name: "Kept",
  white_label: null,
  logo: "data:image/png;base64,AAAA",
  seen: { light: true, dark: true },
});
const due = (version: number | null) => ({ customer_id: 7, version, is_current: true });

let store = signedInStore();
const open = async (more: Partial<SessionAnswer>) => {
  store = signedInStore([], [dueBrandAtom], more);
  await settle();
  asked.splice(0);
};
beforeEach(async () => {
  localStorage.clear();
  pixels = BLACK;
  serve({
    "GET /auth/user/me": { id: 1, white_labeling_version: 3 },
    [BRAND]: {
      version: 3,
      customer_name: "Helios",
      logo_hash: "abc",
      white_label: colours,
    },
    "GET /auth/logo/{hash}": "PNG",
  });
  await open({ customer: helios, white_labeling_version: 3 });
});

describe("the current branding", () => {
  test("is that of the customer that staff act for, and none after the sign-out", async () => {
    expect(store.get(dueBrandAtom)).toEqual(due(3));
    keepSession(null);
    expect(store.get(dueBrandAtom)).toBeNull();
  });

  test("has the version of the session until the user's own is known", async () => {
    serveAlso({ "GET /auth/user/me": { id: 1, white_labeling_version: null } });
    store = signedInStore([], [dueBrandAtom], { customer: null, white_labeling_version: 2 });
    const none = { customer_id: 0, version: null, is_current: true };
    expect(store.get(dueBrandAtom)).toEqual({ ...none, version: 2, is_current: false });
    await settle();
    expect(store.get(dueBrandAtom)).toEqual(none);
  });
});

describe("a branding", () => {
  test("is fetched with its logo, and shown", async () => {
    await store.set(loadBrand, due(3));
    expect(asked).toEqual([["GET /auth/white-label/3"], ["GET /auth/logo/abc"]]);
    expect(store.get(brandAtom)).toEqual({
      customer_id: 7,
      version: 3,
      customer_name: "Helios",
      white_label: colours,
      logo: "data:image/png;base64,PNG",
      seen: { light: true, dark: false },
    });
  });

  test("that is stored already is shown without a call", async () => {
    store.set(showBrand, kept(7, 3));
    store.set(showBrand, kept(8, 3));
    await store.set(loadBrand, due(3));
    expect(store.get(brandAtom)).toEqual(kept(7, 3));
    expect(asked).toEqual([]);
  });

  test("of the stored session is shown if it is stored too, and is not asked of the server", async () => {
    await store.set(loadBrand, { ...due(2), is_current: false });
    expect([store.get(brandAtom), asked]).toEqual([null, []]);
    store.set(showBrand, kept(7, 2));
    store.set(showBrand, null);
    await store.set(loadBrand, { ...due(2), is_current: false });
    expect([store.get(brandAtom), asked]).toEqual([kept(7, 2), []]);
  });

  test("of another version is fetched", async () => {
    store.set(showBrand, kept(7, 2));
    await store.set(loadBrand, due(3));
    expect(store.get(brandAtom)?.customer_name).toBe("Helios");
  });

  test("that is none is the product's own", async () => {
    store.set(showBrand, kept(7, 3));
    await store.set(loadBrand, due(null));
    expect([store.get(brandAtom), asked]).toEqual([null, []]);
  });

  test("stays after the sign-out: the sign-in page shows that of the last user", async () => {
    store.set(showBrand, kept(7, 3));
    await store.set(loadBrand, null);
    expect(store.get(brandAtom)).toEqual(kept(7, 3));
  });

  test("that cannot be loaded leaves the present one", async () => {
    store.set(showBrand, kept(7, 2));
    serveAlso({ [BRAND]: refusal("NOT_FOUND") });
    await store.set(loadBrand, due(3));
    expect(store.get(brandAtom)).toEqual(kept(7, 2));
  });

  test("of another customer does not stay, neither while the own one loads nor where it cannot be loaded", async () => {
    store.set(showBrand, kept(8, 2));
    serveAlso({ [BRAND]: refusal("NOT_FOUND") });
    const loading = store.set(loadBrand, due(3));
    expect(store.get(brandAtom)).toBeNull();
    await loading;
    expect(store.get(brandAtom)).toBeNull();
  });

  test("under way asks no more while the customer is switched: its token ends", async () => {
    const loading = store.set(loadBrand, due(3));
    const resume = await pauseReads();
    await settle();
    expect(asked).not.toContainEqual(["GET /auth/logo/abc"]);
    resume();
    await loading;
    expect(asked).toContainEqual(["GET /auth/logo/abc"]);
  });

  test("that arrives when another customer's is due is not shown", async () => {
    const loading = store.set(loadBrand, due(3));
    keepSession({ ...session()!, customer: { ...helios, id: 8 } });
    await loading;
    expect(store.get(brandAtom)?.customer_name).not.toBe("Helios");
  });

  test("that arrives when a newer version is due is not shown", async () => {
    const loading = store.set(loadBrand, due(3));
    serveAlso({ "GET /auth/user/me": { id: 1, white_labeling_version: 4 } });
    await reloadMe();
    await loading;
    expect(store.get(brandAtom)?.customer_name).not.toBe("Helios");
  });

  test("of another version than the session's is noted there, for the next reload", async () => {
    await store.set(loadBrand, due(null));
    expect(session()).toMatchObject({ customer: helios, white_labeling_version: null });
  });

  test("of the session's version leaves the session as it is", async () => {
    const before = session();
    await store.set(loadBrand, due(3));
    expect(session()).toBe(before);
  });
});

describe("a logo", () => {
  test("that is dark is seen in the light theme only, and the reverse", async () => {
    expect((await measureLogo(new Blob())).seen).toEqual({ light: true, dark: false });
    pixels = WHITE;
    expect((await measureLogo(new Blob())).seen).toEqual({ light: false, dark: true });
  });

  test("has a main colour, unless it is grey", async () => {
    expect((await measureLogo(new Blob())).colour).toBeNull();
    pixels = mark(200, 30, 30);
    expect((await measureLogo(new Blob())).colour).toBe("#c81e1e");
  });
});
