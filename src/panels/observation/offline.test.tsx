// @vitest-environment happy-dom
// Offline, what needs the server is greyed and says why, also to a finger; online it works.
import { Provider } from "jotai";
import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { setOffline } from "../../client/offline/offline.ts";
import { offlineAtom } from "../../state/account/offline.ts";
import { observationColumnsAtom, observationsAtom } from "../../state/observation/observation.ts";
import { imageAt, observationAt, openedWith } from "../../state/observation/observed.fixture.ts";
import { openComponent } from "../../state/plant/component/component.ts";
import { answers, asked, refusal } from "../../state/plant/two-plants.fixture.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { openPhotoAtom } from "../../state/observation/open-photo.ts";
import { ListExport } from "./list-export.tsx";
import { OneObservation } from "./one-observation.tsx";
import { PhotoLightbox } from "../observation-photo/photo-lightbox.tsx";
import { TickedBar } from "./ticked-bar.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const REASON = "This needs a network. Go online first.";
const one = observationAt(1, { images: [imageAt(1, -3)] });
const again = observationAt(1, { id: 1501, external_id: "again" });
const usual = { ...answers };
let opened: Awaited<ReturnType<typeof openedWith>>;
let root: Root | null = null;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedWith([one, again], ["DELETE_OBSERVATION", "UPLOAD_OBSERVATION_IMAGE"]);
  for (const part of [observationsAtom, observationColumnsAtom, offlineAtom]) {
    opened.store.sub(part, () => undefined);
  }
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom))?.length === 2);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  setOffline(null);
  opened.close();
  for (const key of Object.keys(answers)) if (!(key in usual)) delete answers[key];
});

async function show(content: ReactNode): Promise<void> {
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () => root!.render(<Provider store={opened.store}>{content}</Provider>));
}
const goOffline = () => act(async () => setOffline({ account_id: 1, plant_ids: [1] }));
const button = (name: string | RegExp) => {
  const named = (text: string | null) =>
    typeof name === "string" ? text === name : name.test(text ?? "");
  const all = [...document.querySelectorAll<HTMLElement>("button, [role=menuitem]")];
  return all.find((each) => named(each.getAttribute("aria-label") ?? each.textContent))!;
};
async function tap(element: HTMLElement): Promise<void> {
  await act(async () => {
    const touch = { bubbles: true, cancelable: true, pointerType: "touch", pointerId: 1 };
    element.dispatchEvent(new PointerEvent("pointerdown", { ...touch, button: 0 }));
    element.dispatchEvent(new PointerEvent("pointerup", { ...touch, button: 0 }));
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1 }));
  });
}
const tips = () => [...document.querySelectorAll("[role=tooltip]")].map((tip) => tip.textContent);
const form = () => document.querySelector("form");

describe("editing many", () => {
  const ticked = (ids: readonly number[]) => (
    <TickedBar ticked={new Set(ids)} onTick={() => undefined} />
  );

  test("opens its form online", async () => {
    await show(ticked([one.id]));
    await tap(button("Edit the selected observations"));
    expect(form()).not.toBeNull();
  });

  test("is disabled offline and shows the reason on a tap, also without a selection", async () => {
    for (const ids of [[one.id], []]) {
      await show(ticked(ids));
      await goOffline();
      const edit = button("Edit the selected observations");
      expect(edit.getAttribute("aria-disabled")).toBe("true");
      expect(edit.hasAttribute("disabled")).toBe(false);
      await tap(edit);
      expect(tips()).toEqual([`Edit the selected observations: ${REASON}`]);
      expect(form()).toBeNull();
      await act(async () => root?.unmount());
      document.body.replaceChildren();
    }
  });

  test("keeps what is typed when the app goes offline, and cannot be saved then", async () => {
    await show(ticked([one.id]));
    await tap(button("Edit the selected observations"));
    await goOffline();
    expect(form()).not.toBeNull();
    const save = button("Set in 1 observation");
    expect(save.getAttribute("aria-disabled")).toBe("true");
    const before = asked.length;
    await tap(save);
    expect(tips()).toEqual([REASON]);
    expect(asked.slice(before)).toEqual([]);
  });
});

describe("moving to another component", () => {
  const MOVE = "POST /auth/observation/{id}/move";
  const elsewhere = async () => {
    await show(<OneObservation one={one} />);
    await act(async () => opened.store.set(openComponent, { component_type: "module", row: 7 }));
  };

  test("is sent online", async () => {
    answers[MOVE] = () => ({ ...one, revision: 2 });
    await elsewhere();
    await tap(button(/^Move to /));
    expect(asked.filter((call) => call.includes("/move"))).toHaveLength(1);
  });

  test("is disabled offline and shows the reason on a tap", async () => {
    await elsewhere();
    await goOffline();
    const move = button(/^Move to /);
    expect(move.getAttribute("aria-disabled")).toBe("true");
    const before = asked.length;
    await tap(move);
    expect(tips()).toEqual([REASON]);
    expect(asked.slice(before)).toEqual([]);
  });

  test("so is a photo, and its deletion", async () => {
    await show(<OneObservation one={one} />);
    await tap(button("Actions for photo 1.jpg"));
    const entries = () =>
      [...document.querySelectorAll("[role=menuitem]")].map((entry) => [
        entry.textContent,
        entry.getAttribute("aria-disabled"),
      ]);
    expect(entries()).toEqual([
      [expect.stringMatching(/^Move to the observation of/), null],
      ["Delete photo", null],
    ]);
    await goOffline();
    expect(entries()).toEqual([
      [expect.stringMatching(`^Move to the observation of.*${REASON}$`), "true"],
      [`Delete photo${REASON}`, "true"],
    ]);
  });
});

test("a photo in full size is the small one offline, says so, and cannot be downloaded", async () => {
  answers["GET /auth/observation/{id}/image/{image_id}/{size}"] = (params) => {
    if (String(params["size"]) === "full") throw refusal("OFFLINE");
    return "small";
  };
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${(blob as Blob).size}`);
  await goOffline();
  opened.store.set(openPhotoAtom, { observation_id: one.id, file_id: "file-1" });
  await show(<PhotoLightbox />);
  await vi.waitFor(() =>
    expect(document.querySelector("img")?.getAttribute("src")).toBe(`blob:${"small".length}`),
  );
  expect(document.body.textContent).toContain("Small image. The full size needs a network.");
  const download = button("Download");
  expect(download.getAttribute("aria-disabled")).toBe("true");
  await tap(download);
  expect(tips()).toEqual([REASON]);
});

test("files that the server makes are greyed offline, and say why", async () => {
  await show(<ListExport />);
  await goOffline();
  await tap(button("Export"));
  const entries = [...document.querySelectorAll("[role=menuitem]")];
  expect(entries).toHaveLength(3);
  for (const entry of entries) {
    expect(entry.getAttribute("aria-disabled")).toBe("true");
    expect(entry.textContent).toContain(REASON);
  }
});
