import { expect, test, vi } from "vitest";
import { valueOf } from "../shell/loaded.ts";
import { signedInStore } from "../shell/signed-in.fixture.ts";
import { licenceRecords } from "./licence.ts";

test("the licences are loaded with the app, without a call to the server", async () => {
  const fetched = vi.spyOn(globalThis, "fetch");
  const store = signedInStore([], [licenceRecords.listAtom]);
  const found = () => valueOf(store.get(licenceRecords.listAtom)) ?? [];
  await expect.poll(() => found().length).toBeGreaterThan(300);
  const react = found().find(({ name }) => name === "react");
  expect(react).toMatchObject({ licence: "MIT", text: expect.stringContaining("Meta Platforms") });
  expect(new Set(found().map(({ id }) => id)).size).toBe(found().length);
  expect(fetched).not.toHaveBeenCalled();
  fetched.mockRestore();
});
