// @vitest-environment happy-dom
// The files of the form: what is chosen or taken out while something is recorded stays so when the recording ends.
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { observationColumnsAtom, observationsAtom } from "../../state/observation/observation.ts";
import {
  imageAt,
  observationAt,
  openedWith,
  properties,
} from "../../state/observation/observed.fixture.ts";
import type { startRecorder } from "../../state/observation/recorder.ts";
import { answers, refusal } from "../../state/plant/two-plants.fixture.ts";
import { observationColumns } from "../../domain/observation/observation-column.ts";
import { plantKey } from "../../state/plant/plant.ts";
import { reload } from "../../state/shell/query.ts";
import { valueOf } from "../../state/shell/loaded.ts";
import { ObservationForm } from "./observation-form.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
type Listener = Parameters<typeof startRecorder>[1];
const running: { listener: Listener | null; hold: Promise<void> } = vi.hoisted(() => ({
  listener: null,
  hold: Promise.resolve(),
}));
vi.mock("../../state/observation/recorder.ts", () => ({
  startRecorder(_kind: string, listener: Listener) {
    running.listener = listener;
    return { stop: () => undefined, cancel: () => undefined };
  },
  async checkedRecording(file: File) {
    await running.hold;
    return { file };
  },
}));
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const one = observationAt(1, {
  images: [{ ...imageAt(1, -3), file_name: "Voice note 2.webm", content_type: "audio/webm" }],
});
let opened: Awaited<ReturnType<typeof openedWith>>;
let root: Root;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
  opened = await openedWith([one], ["UPLOAD_OBSERVATION_IMAGE", "UPDATE_OBSERVATION"]);
  for (const part of [observationsAtom, observationColumnsAtom]) {
    opened.store.sub(part, () => undefined);
  }
  await vi.waitUntil(() => valueOf(opened.store.get(observationsAtom))?.length === 1);
  running.hold = Promise.resolve();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  opened.close();
});

const show = (edited: typeof one | null) =>
  act(async () =>
    root.render(
      <Provider store={opened.store}>
        <ObservationForm component_type="module" dt_id="module-1" one={edited} />
      </Provider>,
    ),
  );
const press = (name: string) =>
  act(async () => {
    const all = [...document.querySelectorAll<HTMLElement>("button")];
    const found = all.find(
      (button) => (button.getAttribute("aria-label") ?? button.textContent) === name,
    );
    if (!found) throw new Error(`${name} of ${all.map((each) => each.textContent).join(", ")}`);
    const pointer = { bubbles: true, cancelable: true, pointerId: 1, button: 0 };
    found.dispatchEvent(new PointerEvent("pointerdown", pointer));
    found.dispatchEvent(new PointerEvent("pointerup", pointer));
    found.click();
  });
const choose = (region: string, ...files: readonly File[]) =>
  act(async () => {
    const input = document.querySelector<HTMLInputElement>(
      `[aria-label="${region}"] input[type=file]`,
    )!;
    Object.defineProperty(input, "files", { configurable: true, value: files });
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
const photo = (name: string) => new File([name], name, { type: "image/jpeg" });
const listed = (region: string) =>
  [...document.querySelectorAll(`[aria-label="${region}"] li`)].map(
    (item) => /[\w ]+\.(?:jpg|webm|ogg)/.exec(item.textContent ?? "")?.[0],
  );
const endRecording = () =>
  act(async () =>
    running.listener!.onEnd(new Blob(["sound"], { type: "audio/webm;codecs=opus" }), "stopped"),
  );

test("a photo added and one removed while a recording runs stay so when it ends", async () => {
  await show(null);
  await choose("Photos", photo("before.jpg"));
  await press("Record a voice note");
  await choose("Photos", photo("meanwhile.jpg"));
  await press("Do not send before.jpg");
  expect(listed("Photos")).toEqual(["meanwhile.jpg"]);
  await endRecording();
  expect(listed("Photos")).toEqual(["meanwhile.jpg"]);
  expect(listed("Voice and video")).toEqual(["Voice note 1.webm"]);
  await press("Do not send meanwhile.jpg");
  expect(listed("Voice and video")).toEqual(["Voice note 1.webm"]);
});

test("recordings of two drops in a row are both kept", async () => {
  await show(null);
  const later = Promise.withResolvers<void>();
  running.hold = later.promise;
  const sound = (name: string) => new File([name], name, { type: "audio/ogg" });
  await choose("Voice and video", sound("a.ogg"));
  await choose("Voice and video", sound("b.ogg"));
  await act(async () => later.resolve());
  expect(listed("Voice and video")).toEqual(["a.ogg", "b.ogg"]);
});

test("a recording takes the next number that none has, stored or new", async () => {
  await show(one);
  await press("Record a voice note");
  await endRecording();
  await press("Record a voice note");
  await endRecording();
  expect(listed("Voice and video")).toEqual(["Voice note 3.webm", "Voice note 4.webm"]);
  await press("Do not send Voice note 3.webm");
  await press("Record a voice note");
  await endRecording();
  expect(listed("Voice and video")).toEqual(["Voice note 4.webm", "Voice note 3.webm"]);
});

test("a copy that is kept beside a colleague's change is about the same finding", async () => {
  const about = { ...one, fault_type: 10 };
  const created: unknown[] = [];
  answers["POST /auth/observation/{id}"] = () => {
    const current = { ...about, revision: 2, notes: "theirs" };
    throw Object.assign(refusal("CONFLICT"), { versions: { current } });
  };
  answers["POST /auth/plant/{id}/observation"] = (_ids, sent) => {
    created.push(sent);
    return { ...about, id: 77, external_id: "copy" };
  };
  await show(about);
  await act(async () => {
    const notes = document.querySelector("textarea")!;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value")!.set!.call(
      notes,
      "mine",
    );
    notes.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await press("Save");
  await vi.waitUntil(() => document.body.textContent?.includes("Keep both"));
  await press("Keep both");
  await vi.waitUntil(() => created.length > 0);
  expect(created).toMatchObject([{ notes: "mine", fault_type: 10 }]);
});

test("a property is asked for where another one says so, and its value goes with the answer", async () => {
  const [damage, washed] = properties;
  const how = { ...washed!, id: 4, name: "Washed with", data_type: "text" as const, position: 4 };
  const asked = { ...how, is_required: true, condition: { property_id: 2, values: [true] } };
  answers["GET /auth/plant/{id}/observation-columns"] = () =>
    observationColumns([damage!, washed!, asked], "photovoltaic");
  const created: unknown[] = [];
  answers["POST /auth/plant/{id}/observation"] = (_ids, sent) => {
    created.push(sent);
    return { ...one, id: 77, external_id: "copy" };
  };
  await act(() => reload(plantKey("observation-columns")));
  await show(null);
  const field = () =>
    [...document.querySelectorAll("label")].find((each) =>
      each.textContent?.startsWith("Washed with"),
    );
  const choose = (name: string) =>
    act(async () => {
      [...document.querySelectorAll<HTMLElement>("[role=radio], input[type=radio]")]
        .find((each) => (each.closest("label") ?? each).textContent === name)!
        .click();
    });
  const type = (text: string) =>
    act(async () => {
      const input = document.getElementById(field()!.htmlFor) as HTMLInputElement;
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  expect(field()).toBeUndefined();
  await choose("Yes");
  expect(field()?.textContent).toBe("Washed with *");
  await press("Save");
  expect(document.body.textContent).toContain("“Washed with” is required.");
  expect(created).toEqual([]);
  await type("steam");
  await choose("No");
  expect(field()).toBeUndefined();
  // What was typed comes back with the answer, and is not sent without it.
  await choose("Yes");
  expect((document.getElementById(field()!.htmlFor) as HTMLInputElement).value).toBe("steam");
  await choose("No");
  await press("Save");
  await vi.waitUntil(() => created.length > 0);
  expect(created).toMatchObject([{ request: { ccp_values: [{ ccp_id: 2, value: false }] } }]);
});
