// @vitest-environment happy-dom
// What calls and uploads make of answers: JSON is one, a page of the network between is a lost network.
import { beforeEach, expect, test, vi } from "vitest";
import { observationImageApi } from "../api/observation/observation-image.ts";
import { plantApi } from "../api/plant/plant.ts";
import { api } from "../api/index.ts";
import { call, callBytes } from "./call.ts";
import { upload } from "./upload.ts";

vi.mock("./bot-token.ts", () => ({
  botToken: async () => "bot",
  renewBotToken: async () => undefined,
}));

let answered = { status: 200, text: "{}" };
beforeEach(() => {
  vi.stubGlobal(
    "XMLHttpRequest",
    class extends EventTarget {
      readonly upload = new EventTarget();
      status = 0;
      responseText = "";
      open = () => undefined;
      setRequestHeader = () => undefined;
      send = () => {
        this.status = answered.status;
        this.responseText = answered.text;
        queueMicrotask(() => this.dispatchEvent(new Event("load")));
      };
    },
  );
});
test("a page where a call asked for JSON is a lost network", async () => {
  const read = () => call(plantApi.read, { params: { id: 7 } });
  const answer = (text: string) =>
    vi.stubGlobal("fetch", async () => new Response(text, { status: 200 }));
  answer('{"id":7}');
  expect(await read()).toEqual({ id: 7 });
  for (const text of ["<!doctype html><title>Wi-Fi</title>", "\n  <html>Sign in</html>"]) {
    answer(text);
    await expect(read()).rejects.toMatchObject({ code: "DISCONNECT" });
  }
});

const send = () => upload(observationImageApi.add, { params: { id: 3 }, body: new FormData() });

test("JSON is the answer", async () => {
  answered = { status: 200, text: '{"id":3}' };
  expect(await send()).toEqual({ id: 3 });
});

test("what cannot be read ends the upload like a lost network", async () => {
  for (const text of ["<html>Wi-Fi</html>", "", '{"id":']) {
    answered = { status: 200, text };
    await expect(send()).rejects.toMatchObject({ code: "DISCONNECT" });
  }
});

test("a page in place of an image is a lost network", async () => {
  const page = { status: 200, headers: { "content-type": "text/html; charset=utf-8" } };
  vi.stubGlobal("fetch", async () => new Response("<!doctype html>", page));
  const params = { id: 7, image_id: 1, size: "full" as const };
  await expect(callBytes(api.analysisResult.imageFile, { params })).rejects.toMatchObject({
    code: "DISCONNECT",
  });
});

test.each([
  [401, "DISCONNECT", undefined],
  [403, "SOMETHING_WENT_WRONG", "refused_on_the_way"],
  [404, "SOMETHING_WENT_WRONG", "refused_on_the_way"],
  [407, "DISCONNECT", undefined],
  [408, "UNAVAILABLE", undefined],
  [500, "SOMETHING_WENT_WRONG", undefined],
  [511, "DISCONNECT", undefined],
])("a page with the status %i is %s", async (status, code, reason) => {
  answered = { status, text: "<html>No</html>" };
  const fault = await send().catch((cause: unknown) => cause);
  expect(fault).toMatchObject({ code, status, problems: reason ? [{ reason }] : [] });
});

test("a fault of a proxy has a code", async () => {
  answered = { status: 502, text: "<html>Bad gateway</html>" };
  await expect(send()).rejects.toMatchObject({ code: "UNAVAILABLE", status: 502 });
});
