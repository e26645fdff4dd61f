// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { imagePositionsAtom } from "../../state/map/image-position.ts";
import { layerEntriesAtom } from "../../state/map/layer.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { ImageKey } from "./image-key.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(async () => {
  await hide();
  vi.restoreAllMocks();
});

const layer = { id: "images", name: "", group: "images", opacity: 1, fixed: false } as const;
const images = (thermal: number, rgb: number) =>
  Array.from({ length: thermal + rgb }, (_, at) => ({
    kind: at < thermal ? "thermal" : "rgb",
    lon: at / 1e5,
    lat: 40,
  }));

async function shown(all: readonly object[], visible = true) {
  vi.spyOn(imagePositionsAtom, "read").mockReturnValue(all as never);
  const store = await show(<ImageKey />);
  await act(async () => store.set(layerEntriesAtom, [{ ...layer, visible }]));
  return [...document.querySelectorAll("li")].map((row) => row.textContent);
}

it("says which colour is which kind of image, and how many there are", async () => {
  expect(await shown(images(12, 3))).toEqual(["Thermal12", "Visible3"]);
  expect(text()).not.toContain("drawn as points");
  expect(await shown(images(0, 3))).toEqual(["Visible3"]);
});

it("says where the map draws fewer points than there are images", async () => {
  await shown(images(6001, 0));
  expect(text()).toContain("2,001 of 6,001 images are drawn as points.");
});

it("is not there while the points are hidden", async () => {
  expect(await shown(images(12, 3), false)).toEqual([]);
  expect(text()).toBe("");
});
