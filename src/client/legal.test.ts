// The provider's terms and imprint are asked for without the calls of the app, and only addresses of the web are taken.
import { afterEach, expect, test, vi } from "vitest";
import { legalApi } from "../api/provider/legal.ts";
import { addressOf } from "./address.ts";
import { legalAddress, readLegal } from "./legal.ts";

afterEach(() => vi.unstubAllGlobals());

const serve = (body: unknown, status = 200) => {
  const fetched = vi.fn(() => Promise.resolve(Response.json(body, { status })));
  vi.stubGlobal("fetch", fetched);
  return fetched;
};

test("the address is that of the call", async () => {
  const fetched = serve({ terms_url: null, imprint_url: null });
  await readLegal();
  expect(fetched).toHaveBeenCalledWith(legalAddress);
  expect(legalAddress).toBe(addressOf(legalApi.read, {}));
});

test("addresses are taken, and what would run in the page is not", async () => {
  serve({ terms_url: "https://provider.example/terms", imprint_url: "javascript:alert(1)" });
  expect(await readLegal()).toEqual({
    terms_url: "https://provider.example/terms",
    imprint_url: null,
  });
  serve({ terms_url: 7 });
  expect(await readLegal()).toEqual({ terms_url: null, imprint_url: null });
});

test("a fault is none: other terms would be shown than those in force", async () => {
  serve({ error: "no" }, 503);
  await expect(readLegal()).rejects.toThrow("503");
});
