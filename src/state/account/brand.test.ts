// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, expect, it, vi } from "vitest";
import { localNames } from "../../client/local.ts";
import type { StoredBrand } from "./brand.ts";

const colours = {
  primary: "#8a3b12",
  primary_hover: "#a34a1b",
  primary_dark: "#6d2d0c",
  primary_border: "#7a3410",
  secondary_hover: "#f3e6dc",
};
const brand = (customer_id: number, version = 1): StoredBrand => ({
  customer_id,
  version,
  customer_name: `Customer ${customer_id}`,
  white_label: colours,
  logo: "data:image/png;base64,AAAA",
  seen: { light: true, dark: false },
});
const { style } = document.documentElement;
const fill = () => style.getPropertyValue("--fill");
/** The browser's memory as a page finds it that has just been loaded. */
const loaded = async () => {
  vi.resetModules();
  return import("./brand.ts");
};
const keep = (kept: unknown) =>
  localStorage.setItem(localNames.brand, typeof kept === "string" ? kept : JSON.stringify(kept));

beforeEach(() => {
  vi.stubGlobal("CSS", { supports: () => true });
  localStorage.clear();
  style.cssText = "";
});

it("a branding is shown at once and stored for the next visit", async () => {
  const { showBrand, brandAtom } = await loaded();
  const store = createStore();
  store.set(showBrand, brand(7));
  expect(fill()).toBe("light-dark(#8a3b12, #8a3b12)");
  expect(store.get(brandAtom)?.customer_name).toBe("Customer 7");
  style.cssText = "";
  const again = await loaded();
  again.applyStoredBrand();
  expect(fill()).toBe("light-dark(#8a3b12, #8a3b12)");
  expect(createStore().get(again.brandAtom)?.customer_id).toBe(7);
});

it("the product's own branding replaces it, and the stored ones remain", async () => {
  const { showBrand, brandAtom, storedBrandAtom } = await loaded();
  const store = createStore();
  store.set(showBrand, brand(7));
  store.set(showBrand, null);
  expect([fill(), store.get(brandAtom)]).toEqual(["", null]);
  expect(store.get(storedBrandAtom)(7, 1)?.customer_id).toBe(7);
  expect(store.get(storedBrandAtom)(7, 2)).toBeNull();
});

it("no branding is left once they are forgotten", async () => {
  const { showBrand, forgetBrands, brandAtom, storedBrandAtom } = await loaded();
  const store = createStore();
  for (const id of [7, 8]) store.set(showBrand, brand(id));
  store.set(forgetBrands);
  expect([fill(), store.get(brandAtom), localStorage.length]).toEqual(["", null, 0]);
  expect([7, 8].map((id) => store.get(storedBrandAtom)(id, 1))).toEqual([null, null]);
});

it("four brandings are stored, the newest of each customer", async () => {
  const { showBrand, storedBrandAtom } = await loaded();
  const store = createStore();
  for (const id of [1, 2, 3, 4, 5]) store.set(showBrand, brand(id));
  store.set(showBrand, brand(5, 2));
  const kept = store.get(storedBrandAtom);
  expect(kept(1, 1)).toBeNull();
  expect([2, 3, 4].map((id) => kept(id, 1)?.customer_id)).toEqual([2, 3, 4]);
  expect([kept(5, 1), kept(5, 2)?.version]).toEqual([null, 2]);
});

it("a look without colours of its own is kept too, with the product's colours", async () => {
  const { showBrand, brandAtom } = await loaded();
  createStore().set(showBrand, { ...brand(7), white_label: null });
  const again = await loaded();
  again.applyStoredBrand();
  expect([fill(), createStore().get(again.brandAtom)?.customer_id]).toEqual(["", 7]);
  expect(createStore().get(brandAtom)).toBeNull();
});

it("a browser that cannot choose between light and dark keeps the product's colours", async () => {
  const asked: string[] = [];
  vi.stubGlobal("CSS", {
    supports: (...what: string[]) => {
      asked.push(what.join(": "));
      return false;
    },
  });
  const { showBrand } = await loaded();
  style.setProperty("--fill", "red");
  createStore().set(showBrand, brand(7));
  expect(fill()).toBe("");
  expect(asked).toEqual(["color: light-dark(#000, #fff)"]);
});

it.each([
  ["nothing", null],
  ["something else", 7],
  ["no list", { in_use: true, brands: 7 }],
  ["nothing that can be read", "{broken"],
  ["an empty look", { in_use: true, brands: [null] }],
  ["one look that is none", { in_use: true, brands: [brand(7), null] }],
  ["no version", { in_use: true, brands: [{ ...brand(7), version: "1" }] }],
  ["no logo", { in_use: true, brands: [{ ...brand(7), logo: undefined }] }],
  [
    "a logo from elsewhere",
    { in_use: true, brands: [{ ...brand(7), logo: "//evil.example/a.png" }] },
  ],
  [
    "a colour that is none",
    { in_use: true, brands: [{ ...brand(7), white_label: { ...colours, primary: "red;}" } }] },
  ],
  [
    "a colour with more behind it",
    {
      in_use: true,
      brands: [{ ...brand(7), white_label: { ...colours, primary: "#8a3b12;}" } }],
    },
  ],
  [
    "a colour with more before it",
    {
      in_use: true,
      brands: [{ ...brand(7), white_label: { ...colours, primary: "url(#8a3b12" } }],
    },
  ],
  [
    "a colour that is missing",
    { in_use: true, brands: [{ ...brand(7), white_label: { primary: "#8a3b12" } }] },
  ],
  ["no word of where the logo is seen", { in_use: true, brands: [{ ...brand(7), seen: null }] }],
])("what cannot be a look counts as none: %s", async (_, kept) => {
  keep(kept);
  const { applyStoredBrand, brandAtom } = await loaded();
  applyStoredBrand();
  expect([fill(), createStore().get(brandAtom)]).toEqual(["", null]);
});

it("the branding of a mailed link is shown, never stored, and gives way to that of a session", async () => {
  const { showLinkBrand, showBrand, forgetBrands, brandAtom } = await loaded();
  const store = createStore();
  store.set(showBrand, brand(7));
  store.set(showLinkBrand, { ...brand(9), white_label: { ...colours, primary: "#112233" } });
  expect(store.get(brandAtom)?.customer_id).toBe(9);
  expect(fill()).toContain("#112233");
  expect(localStorage.getItem(localNames.brand)).not.toContain("#112233");
  store.set(showBrand, brand(8));
  expect(store.get(brandAtom)?.customer_id).toBe(8);
  store.set(showLinkBrand, brand(9));
  store.set(forgetBrands);
  expect(store.get(brandAtom)).toBeNull();
});

it("a mailed link without a branding does not show that of the browser's last user", async () => {
  const { showLinkBrand, showBrand, brandAtom } = await loaded();
  const store = createStore();
  store.set(showBrand, brand(7));
  store.set(showLinkBrand, null);
  expect([fill(), store.get(brandAtom)]).toEqual(["", null]);
  const again = await loaded();
  expect(createStore().get(again.brandAtom)?.customer_id).toBe(7);
});
