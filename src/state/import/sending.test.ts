// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { api } from "../../api/index.ts";
import { upload, type UploadOptions } from "../../client/upload.ts";
import { settle } from "../shell/signed-in.fixture.ts";
import { answerLeave, forgetUnsaved, leave, unsavedWorkAtom } from "../shell/leave.ts";
import { send, sendingAtom } from "./sending.ts";
import { track } from "./upload.ts";

vi.mock("../../client/upload.ts", () => ({ upload: vi.fn() }));

const endpoint = api.document.upload;
let options: UploadOptions;
let answer: (value: unknown) => void;
let store = createStore();
beforeEach(() => {
  forgetUnsaved();
  vi.mocked(upload).mockImplementation((_endpoint, asked) => {
    const { promise, resolve, reject } = Promise.withResolvers<never>();
    options = asked;
    answer = resolve as never;
    asked.signal!.addEventListener("abort", () => reject(new Error("stopped")));
    return promise;
  });
  store = createStore();
  for (const one of [sendingAtom, unsavedWorkAtom]) store.sub(one, () => undefined);
});
const kinds = () => store.get(unsavedWorkAtom).map(({ kind }) => kind);

describe("the upload of a form", () => {
  test("shows its progress until it is answered", async () => {
    expect(store.get(sendingAtom)).toBeNull();
    const body = new FormData();
    const sent = send(endpoint, body);
    expect(options.body).toBe(body);
    expect(store.get(sendingAtom)).toMatchObject({ sent: 0, total: 0 });
    options.onProgress!(5, 20);
    expect(store.get(sendingAtom)).toMatchObject({ sent: 5, total: 20 });
    // A panel that opens meanwhile sees it as well.
    const other = createStore();
    other.sub(sendingAtom, () => undefined);
    expect(other.get(sendingAtom)).toMatchObject({ sent: 5, total: 20 });
    const stored = { id: 3 };
    answer(stored);
    expect(await sent).toBe(stored);
    expect([store.get(sendingAtom), other.get(sendingAtom)]).toEqual([null, null]);
  });

  test("is stopped by its button, at the start and on the way", async () => {
    const first = send(endpoint, new FormData());
    store.get(sendingAtom)!.stop();
    await expect(first).rejects.toThrow("stopped");
    const second = send(endpoint, new FormData());
    options.onProgress!(5, 20);
    store.get(sendingAtom)!.stop();
    await expect(second).rejects.toThrow("stopped");
    expect([store.get(sendingAtom), kinds()]).toEqual([null, []]);
  });

  test("is unsaved work, and is stopped where the user leaves the page all the same", async () => {
    const sent = send(endpoint, new FormData()).catch((cause: Error) => cause.message);
    expect(kinds()).toEqual(["uploading"]);
    const reload = vi.fn();
    leave(reload, "page");
    expect(reload).not.toHaveBeenCalled();
    await answerLeave("discard");
    expect(await sent).toBe("stopped");
    expect(reload).toHaveBeenCalledOnce();
  });

  test("is not shown any more to a panel that was closed", () => {
    const other = createStore();
    const close = other.sub(sendingAtom, () => undefined);
    close();
    void send(endpoint, new FormData()).catch(() => undefined);
    expect(other.get(sendingAtom)).toBeNull();
    store.get(sendingAtom)!.stop();
  });
});

describe("an upload in the background", () => {
  test("is unsaved work until it has ended, well or not", async () => {
    const good = Promise.withResolvers<void>();
    const bad = Promise.withResolvers<void>();
    const first = store.set(track, good.promise);
    const second = store.set(track, bad.promise);
    expect(kinds()).toEqual(["uploading", "uploading"]);
    good.resolve();
    await first;
    expect(kinds()).toEqual(["uploading"]);
    bad.reject(new Error("refused"));
    await expect(second).rejects.toThrow("refused");
    await settle();
    expect(kinds()).toEqual([]);
  });
});
