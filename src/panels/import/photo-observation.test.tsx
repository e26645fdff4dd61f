// @vitest-environment happy-dom
// Dropped photos on their way to an observation. The plant's modules stand 10 m apart on a row at 37° N, 3° W; photos
// are written by libvips.
import { Provider } from "jotai";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { filesOfInput } from "../../client/chosen-file.ts";
import { planeAt } from "../../domain/geometry/plane.ts";
import {
  destinationAtom,
  droppedFileAtom,
  offeredDestinationsAtom,
  takeDropped,
} from "../../state/import/dropped-file.ts";
import { observationColumnsAtom, observationsAtom } from "../../state/observation/observation.ts";
import { openedWith } from "../../state/observation/observed.fixture.ts";
import {
  broughtAtom,
  openView,
  openViewAtom,
  showView,
  startObservation,
} from "../../state/observation/open.ts";
import { answerLeave, holdUnsaved, leave } from "../../state/shell/leave.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { ChooseComponent } from "../observation/choose-component.tsx";
import { Observations } from "../observation/observations.tsx";
import { FileImport } from "./file-import.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const permissions = ["CREATE_OBSERVATION", "UPLOAD_OBSERVATION_IMAGE"] as const;
let opened: Awaited<ReturnType<typeof openedWith>>;
let root: Root;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedWith([], [...permissions]);
  for (const part of [observationsAtom, observationColumnsAtom]) {
    opened.store.sub(part, () => undefined);
  }
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom)) !== null);
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  opened.close();
});

const text = () => document.body.textContent ?? "";
const button = (words: string) =>
  [...document.querySelectorAll("button")].find((one) => one.textContent?.includes(words));
const show = (part: ReactNode) =>
  act(async () => root.render(<Provider store={opened.store}>{part}</Provider>));

const angle = (value: number) => `${Math.round(Math.abs(value) * 1e7)}/10000000 0/1 0/1`;
type Exif = Record<string, string>;
async function photo(name: string, x: number | null, time: Exif = {}, gps: Exif = {}) {
  const [lon, lat] = planeAt([-3, 37]).toLonLat(x ?? 0, 0);
  const place = {
    GPSLatitudeRef: lat < 0 ? "S" : "N",
    GPSLatitude: angle(lat),
    GPSLongitudeRef: lon < 0 ? "W" : "E",
    GPSLongitude: angle(lon),
  };
  const image = sharp({ create: { width: 8, height: 6, channels: 3, background: "#2b6" } });
  const bytes = await image
    .withExif({ IFD2: time, IFD3: x === null ? gps : { ...place, ...gps } })
    .jpeg()
    .toBuffer();
  return new File([new Uint8Array(bytes)], name, { type: "image/jpeg" });
}
const zoned = { DateTimeOriginal: "2026:05:02 10:00:07", OffsetTimeOriginal: "+02:00" };
const { OffsetTimeOriginal: _offset, ...bare } = zoned;

async function drop(...files: readonly File[]) {
  const drop = { name: files[0]!.name, files: Promise.resolve(filesOfInput(files)) };
  await opened.store.set(takeDropped, drop);
  await show(<FileImport />);
  await vi.waitUntil(async () => {
    await act(async () => undefined);
    return (
      !/Reading the files|Loading/.test(text()) && document.querySelector(".skeleton") === null
    );
  });
}

test("a photo opens the form of the component at its place, with itself and its time", async () => {
  const gps = { GPSImgDirectionRef: "T", GPSImgDirection: "270/1" };
  await drop(await photo("crack.jpg", 72, zoned, gps));
  expect(opened.store.get(offeredDestinationsAtom)).toEqual(["photos"]);
  await vi.waitUntil(() => text().includes("Direction of the camera: 270°"));
  expect(text()).toContain("The photo does not say how accurate its place is.");
  expect(text()).not.toContain("Choose the time zone");
  const [first] = [...document.querySelectorAll("ol button")];
  expect(first?.textContent).toContain("module-7");
  await act(async () => (first as HTMLButtonElement).click());
  expect(opened.store.get(droppedFileAtom)).toBeNull();
  expect(opened.store.get(openViewAtom)).toMatchObject({
    view: "new",
    dt_id: "module-7",
    brought: { observed_at: "2026-05-02T08:00:07.000Z" },
  });
  expect(opened.store.get(broughtAtom)).toBeNull();
  await show(<Observations />);
  expect(text()).toContain("crack.jpg");
  const field = document.querySelector<HTMLInputElement>("input[type=datetime-local]")!;
  // The clock of this plant is that of UTC.
  expect(field.value).toBe("2026-05-02T08:00");
});

test("a clock without a zone is asked about before a component is offered", async () => {
  await drop(await photo("a.jpg", 72, bare));
  await vi.waitUntil(() => text().includes("Choose the time zone: the photo states none."));
  expect(document.querySelectorAll("ol button")).toHaveLength(0);
  expect(button("Another component")).toBeUndefined();
});

test("a photo without place and time leaves both to the user", async () => {
  await drop(await photo("a.jpg", null));
  await vi.waitUntil(() => text().includes("The photo states no place."));
  expect(text()).toContain("The photo states no time: enter it in the observation.");
  await act(async () => button("Choose the component")!.click());
  expect(opened.store.get(openViewAtom)).toMatchObject({
    view: "choose",
    brought: { photos: [{ file: { name: "a.jpg" } }], observed_at: null },
  });
  await show(<ChooseComponent />);
  expect(text()).toContain("1 photo goes with the observation.");
  expect(button("names")).toBeUndefined();
  await act(async () => opened.store.set(openView, { view: "list" }));
  expect(opened.store.get(broughtAtom)).toBeNull();
});

test("a photo of another place says how far it is, and offers no nearest component", async () => {
  await drop(await photo("a.jpg", 5000, zoned));
  await vi.waitUntil(() => text().includes("The photo was taken 5"));
  expect(document.querySelectorAll("ol button")).toHaveLength(0);
});

test("a file that no observation takes is named with the way out", async () => {
  const heic = new File([Uint8Array.from("    ftypheic", (one) => one.charCodeAt(0))], "a.heic");
  await drop(heic);
  await vi.waitUntil(() => text().includes("Left out"));
  expect(document.querySelectorAll("ol button")).toHaveLength(0);
});

test("without the permission, and for videos, no observation is offered", async () => {
  await drop(await photo("a.jpg", 72, zoned), new File(["x"], "b.mp4", { type: "video/mp4" }));
  expect(opened.store.get(offeredDestinationsAtom)).toEqual([]);
  expect(opened.store.get(destinationAtom)).toBeNull();
});

test("a form with a photo is asked about before it is left", async () => {
  await drop(await photo("a.jpg", 72, zoned));
  await vi.waitUntil(() => document.querySelectorAll("ol button").length > 0);
  await act(async () => document.querySelector<HTMLButtonElement>("ol button")!.click());
  await show(<Observations />);
  const left = vi.fn();
  await act(async () => leave(left));
  expect(left).not.toHaveBeenCalled();
});

/** A form of the panel with unsaved changes; saving it shows the list. */
const holdForm = () =>
  holdUnsaved({
    kind: "editing",
    panel: "observations",
    save: async () => {
      opened.store.set(showView, { view: "list" });
      return true;
    },
  });

test.each([
  ["Another component", "save", { view: "choose" }],
  ["Another component", "discard", { view: "choose" }],
  ["module-7", "save", { view: "new", dt_id: "module-7" }],
  ["module-7", "discard", { view: "new", dt_id: "module-7" }],
] as const)(
  "%s keeps the photos where an unsaved form is asked about: %s",
  async (way, say, to) => {
    await drop(await photo("a.jpg", 72, zoned));
    await vi.waitUntil(() => button(way) !== undefined);
    holdForm();
    await act(async () => button(way)!.click());
    expect(opened.store.get(openViewAtom)).toEqual({ view: "list" });
    await act(() => answerLeave(say));
    expect(opened.store.get(openViewAtom)).toMatchObject({
      ...to,
      brought: {
        photos: [{ file: { name: "a.jpg" } }],
        observed_at: "2026-05-02T08:00:07.000Z",
      },
    });
    expect(opened.store.get(droppedFileAtom)).toBeNull();
  },
);

const isTicked = () =>
  [...document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")].map(
    (one) => one.checked,
  );

test.each(["Another component", "module-7"])(
  "%s leaves the import as it is for who stays at an unsaved form",
  async (way) => {
    await drop(await photo("a.jpg", 72, zoned), await photo("b.jpg", 72, zoned));
    await vi.waitUntil(() => button(way) !== undefined);
    const tick = document.querySelectorAll<HTMLInputElement>("input[type=checkbox]")[1]!;
    await act(async () => tick.click());
    const free = holdForm();
    await act(async () => button(way)!.click());
    await act(() => answerLeave("stay"));
    free();
    expect(opened.store.get(openViewAtom)).toEqual({ view: "list" });
    expect(opened.store.get(droppedFileAtom)?.name).toBe("a.jpg");
    expect(isTicked()).toEqual([true, false]);
  },
);

test("photos that wait for a component are not those of a finding", async () => {
  await drop(await photo("a.jpg", null));
  await vi.waitUntil(() => button("Choose the component") !== undefined);
  await act(async () => button("Choose the component")!.click());
  expect(opened.store.get(broughtAtom)?.photos).toHaveLength(1);
  opened.store.set(startObservation, { component_type: "module", row: 4 }, "", 3);
  const view = opened.store.get(openViewAtom);
  expect(view).toMatchObject({ view: "new", dt_id: "module-4", fault_type: 3 });
  expect("brought" in view ? view.brought : null).toBeNull();
});

test("a second drop with the same file name is asked about its zone again", async () => {
  await drop(await photo("IMG_0001.jpg", 72, bare));
  await vi.waitUntil(() => text().includes("Choose the time zone"));
  const list = document.querySelector<HTMLElement>("button[aria-haspopup=listbox]")!;
  await act(async () => list.click());
  await act(async () => document.querySelector<HTMLElement>("[role=option]")!.click());
  await vi.waitUntil(() => button("Another component") !== undefined);
  const dropped = opened.store.get(droppedFileAtom)!;
  const later = await photo("IMG_0001.jpg", 72, { DateTimeOriginal: "2026:06:02 10:00:07" });
  await act(async () => opened.store.set(droppedFileAtom, { ...dropped, file: later }));
  expect(button("Another component")).toBeUndefined();
  await vi.waitUntil(async () => {
    await act(async () => undefined);
    return text().includes("Choose the time zone");
  });
  expect(button("Another component")).toBeUndefined();
});
