// @vitest-environment happy-dom
// Photos and notes of a finding on its card, and the button that adds one.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import type { ListedFinding } from "../../domain/finding/finding-list.ts";
import { hide, links, show, text } from "../shown.fixture.tsx";
import { AddPhoto, FindingPhotos } from "./finding-photos.tsx";

const { started } = vi.hoisted(() => ({ started: vi.fn() }));
vi.mock("../../state/observation/open.ts", async (original) => {
  const { atom } = await import("jotai");
  return { ...(await original<object>()), startObservation: atom(null, started) };
});
vi.mock("../../state/plant/component/component.ts", async (original) => {
  const { atom } = await import("jotai");
  const at = { component_type: "module", dt_id: "M3" };
  return { ...(await original<object>()), openComponentAtom: atom(at) };
});
vi.mock("../../state/observation/shown.ts", async (original) => {
  const { atom } = await import("jotai");
  const one = (id: number, notes: string, fault_type: number | null, images: object[]) => ({
    id,
    notes,
    fault_type,
    images,
    finished_ids: [],
    observed_at: "2026-11-20T09:30:00Z",
    created_by_user: "Ana Paz",
  });
  const photo = { id: 5, file_id: "f", file_name: "burn.jpg", content_type: "image/jpeg" };
  const all = [one(1, "Burn mark", 10, []), one(2, "Broken", 7, []), one(3, "", null, [photo])];
  return {
    ...(await original<object>()),
    observationsOfAtom: atom(() => (dt_id: string) => (dt_id === "M3" ? all : [])),
  };
});
vi.mock("../photo-view.tsx", () => ({ PhotoView: () => null }));
vi.mock("../../client/call.ts", () => import("../../state/shell/served.fixture.ts"));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const finding = (row: number | null) =>
  ({
    component_type: "module",
    row,
    fault_type: 10,
    status: "dismissed",
    life: null,
  }) as ListedFinding;

test("what names the finding stands there, with photos of its component", async () => {
  await show(<FindingPhotos finding={finding(3)} />);
  expect(text()).toMatch(/About this finding, .*Ana PazBurn mark/);
  expect(text()).toContain("At the component, ");
  expect(text()).not.toContain("Broken");
  expect(document.querySelector("ul")!.getAttribute("aria-label")).toBe("Photos and notes");
  const photos = [...document.querySelectorAll("button")];
  expect(photos.map((one) => one.getAttribute("aria-label"))).toEqual(["Open photo burn.jpg"]);
  expect(links()).toEqual([]);
});

test("a photo or note is added to a dismissed finding, by who may write observations", async () => {
  await show(<AddPhoto finding={finding(3)} />);
  expect(text()).toBe("");
  await show(<AddPhoto finding={finding(null)} />, ["CREATE_OBSERVATION"]);
  expect(text()).toBe("");
  await show(<AddPhoto finding={finding(3)} />, ["CREATE_OBSERVATION"]);
  expect(text()).toBe("Photo or note");
  await act(async () => document.querySelector("button")!.click());
  const [, , ...args] = started.mock.calls[0] as unknown[];
  expect(args).toEqual([{ component_type: "module", row: 3 }, "", 10]);
});
