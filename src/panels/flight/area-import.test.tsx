// @vitest-environment happy-dom
// The areas of a file before they are added: a person says what each is.
import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { openAreas } from "../../domain/flight/format/route-open.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { AreaImport } from "./area-import.tsx";

const { added } = vi.hoisted(() => ({ added: [] as unknown[] }));
vi.mock("../../state/map/flight-area-file.ts", async () => {
  const { atom } = await import("jotai");
  return {
    addOpenedAreas: atom(null, (_get, _set, items: unknown[]) => void added.push(...items)),
  };
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
afterEach(hide);

const polygon = (name: string, east: number) =>
  `<Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${east},0 ${east + 0.001},0 ${east + 0.001},0.001 ${east},0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`;
const kml = `<kml><Document>${polygon("Zona de no sobrevuelo", 0)}${polygon("Mesa 4", 0.1)}${polygon("Vuelo", 0.2)}</Document></kml>`;
const opened = {
  ...openAreas(new TextEncoder().encode(kml), "areas.kml"),
  file_name: "areas.kml",
  drawn: [false, false, true],
  refused: [{ reason: "dxf_hatch", values: { layer: "Fill" } }],
  refused_count: 1,
  notes: [{ reason: "dxf_spare_text", values: { count: 2 } }],
};

const press = (element: Element) =>
  act(async () => {
    (element as HTMLElement).click();
    await settle();
  });
const selects = () => [...document.querySelectorAll("[aria-haspopup=listbox]")];
const confirm = () =>
  [...document.querySelectorAll("button")].find(({ textContent }) =>
    textContent?.startsWith("Add "),
  )!;

test("shows each area with its kind, and adds nothing until each has one", async () => {
  const close = vi.fn();
  await show(<AreaImport opened={opened} onClose={close} />);
  expect(selects().map(({ textContent }) => textContent)).toEqual([
    "No-fly polygon",
    "Choose the kind",
    "Leave out",
  ]);
  expect(text()).toContain("Already there");
  expect(text()).toContain("A hatch on layer “Fill” was not read");
  expect(text()).toContain("2 texts do not name an area");
  await press(confirm());
  expect([added, close.mock.calls]).toEqual([[], []]);
  await press(selects()[1]!);
  const option = [...document.querySelectorAll("[role=option]")];
  expect(option.map(({ textContent }) => textContent)).toEqual([
    "Flight polygon",
    "No-fly polygon",
    "Obstacle",
    "Leave out",
  ]);
  await press(option[0]!);
  expect(confirm().textContent).toBe("Add 2 areas");
  await press(confirm());
  expect(added).toMatchObject([
    { name: "Zona de no sobrevuelo", kind: "no_fly" },
    { name: "Mesa 4", kind: "flight" },
  ]);
  expect(close).toHaveBeenCalledOnce();
});

test("an obstacle without a height is not added before somebody enters it", async () => {
  added.length = 0;
  const line = `<Placemark><name>Línea eléctrica</name><LineString><coordinates>0,0 0.001,0</coordinates></LineString></Placemark>`;
  const file = new TextEncoder().encode(`<kml><Document>${line}</Document></kml>`);
  const one = {
    ...openAreas(file, "line.kml"),
    file_name: "line.kml",
    drawn: [false],
    refused: [],
    refused_count: 0,
    notes: [],
  };
  await show(<AreaImport opened={one} onClose={() => undefined} />);
  expect(selects()[0]!.textContent).toBe("Obstacle");
  await press(confirm());
  expect(added).toEqual([]);
  const input = document.querySelector("input")!;
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  await act(async () => {
    input.focus();
    set!.call(input, "25");
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await act(async () => input.blur());
  await press(confirm());
  expect(added).toMatchObject([{ kind: "obstacle", obstacle: { form: "line", height_m: 25 } }]);
});

test("refuses more corners of obstacles than a plant may have, with the figures", async () => {
  const places = (north: number) =>
    Array.from({ length: 1700 }, (_, i) => `${i / 1e5},${north}`).join(" ");
  const wires = [1, 2, 3].map(
    (north) =>
      `<Placemark><name>Power line ${north}</name><ExtendedData><Data name="height"><value>9</value></Data></ExtendedData><LineString><coordinates>${places(north)}</coordinates></LineString></Placemark>`,
  );
  const file = `<kml><Document>${wires.join("")}</Document></kml>`;
  const many = { ...opened, ...openAreas(new TextEncoder().encode(file), "areas.kml"), drawn: [] };
  const close = vi.fn();
  await show(<AreaImport opened={many} onClose={close} />);
  const before = added.length;
  await press(confirm());
  expect([added.length, close.mock.calls]).toEqual([before, []]);
  expect(text()).toMatch(/5,?100 corners. A plant has 5,?000 at most/);
});
