// @vitest-environment happy-dom
// The image on a card: the small one without a network, and the large one once it can be loaded again.
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callBytes } from "../../client/call.ts";
import type { ResultImage } from "../../domain/analysis/analysis-result.ts";
import { retryLoads } from "../../state/shell/retry.ts";
import { refusal } from "../../state/shell/served.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { hide, show, text } from "../shown.fixture.tsx";
import { ImageView } from "./image-view.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
vi.mock("../../client/call.ts", async (original) => ({
  ...(await original<object>()),
  call: vi.fn(),
  callBytes: vi.fn(),
}));

const image = { id: 5, kind: "thermal", width: 640, height: 512, taken_at: null };
/** The sizes that this device has, or the network brings. */
let sizes: string[];
beforeEach(() => {
  vi.mocked(callBytes).mockImplementation(async (_endpoint, ask) => {
    const { size } = (ask as unknown as { params: { size: string } }).params;
    if (!sizes.includes(size)) throw refusal("OFFLINE", { message: "You are offline" });
    return new Blob([size]);
  });
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${(blob as Blob).size}`);
});
afterEach(async () => {
  await hide();
  vi.restoreAllMocks();
});

const source = () => document.querySelector("img")?.getAttribute("src");
const view = () =>
  show(<ImageView analysis_id={3} image={image as unknown as ResultImage} name="T 12" />);

test("offline the small image is shown and says so, and the large one follows with a network", async () => {
  sizes = ["thumb"];
  const store = await view();
  expect(source()).toBe("blob:5");
  expect(text()).toBe("Small image. The full size needs a network.");
  sizes = ["thumb", "full"];
  await act(async () => {
    await store.set(retryLoads);
    await settle();
  });
  expect(source()).toBe("blob:4");
  expect(text()).toBe("");
});

test("without any the reason is said, until it can be loaded again", async () => {
  sizes = [];
  const store = await view();
  expect([source(), text()]).toEqual([undefined, "You are offline"]);
  sizes = ["full"];
  await act(async () => {
    await store.set(retryLoads);
    await settle();
  });
  expect([source(), text()]).toEqual(["blob:4", ""]);
});
