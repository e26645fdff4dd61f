import { beforeEach, expect, test, vi } from "vitest";
import { refusal } from "../shell/served.fixture.ts";
import { settle } from "../shell/signed-in.fixture.ts";
import { retryDelaysMs } from "./attempt.ts";
import { begun, sized, standIn, standingClock } from "./queue.fixture.ts";
import { uploadQueue, type UploadQueue } from "./queue.ts";
import type { Transfer } from "./transfer.ts";

let server: ReturnType<typeof standIn>;
let clock: ReturnType<typeof standingClock>;
let queue: UploadQueue;
let shown: readonly Transfer[];
const onDone = vi.fn();

beforeEach(() => {
  server = standIn();
  clock = standingClock();
  shown = [];
  onDone.mockReset();
  const publish = (transfers: readonly Transfer[]) => (shown = transfers);
  queue = uploadQueue(server.transport, clock.surroundings, publish, onDone);
});

const states = () => Object.fromEntries(shown.map(({ key, state }) => [key, state]));
const one = (key = "a") => shown.find((transfer) => transfer.key === key)!;

test("three files are sent side by side, and the next one when one has arrived", async () => {
  queue.add(["a", "b", "c", "d"].map((key) => begun(key, 100)));
  await settle();
  expect(states()).toEqual({ a: "sending", b: "sending", c: "sending", d: "waiting" });
  server.sending.get("b")!.complete();
  await settle();
  expect(states()).toEqual({ a: "sending", b: "done", c: "sending", d: "sending" });
  expect(server.asked.filter((asked) => asked.endsWith(" b"))).toEqual([
    "begin b",
    "send b",
    "finish b",
  ]);
  expect(onDone).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ key: "b" }));
});

test("a file is announced before another one ends, so that the upload never seems to be over", async () => {
  queue.add(["a", "b", "c", "d"].map((key) => begun(key, 100)));
  await settle();
  server.sending.get("a")!.complete();
  await settle();
  const { asked } = server;
  expect(asked.indexOf("begin d")).toBeGreaterThan(0);
  expect(asked.indexOf("begin d")).toBeLessThan(asked.indexOf("finish a"));
  expect(asked.filter((one) => one === "begin d")).toHaveLength(1);
});

test("progress, speed and time left are those of the bytes that arrived", async () => {
  queue.add([begun("a", 10_000_000)]);
  await settle();
  for (let second = 0; second <= 5; second += 1) {
    server.sending.get("a")!.arrive(second * 500_000);
    clock.pass(1000);
  }
  await settle();
  // 2.5 MB of 10 in 5 s: 0.5 MB/s, 15 s for the rest.
  expect(one()).toMatchObject({ sent: 2_500_000, speed: 500_000, seconds_left: 15 });
});

test("the speed falls while nothing arrives", async () => {
  queue.add([begun("a", 10_000_000)]);
  await settle();
  server.sending.get("a")!.arrive(0);
  clock.pass(1000);
  server.sending.get("a")!.arrive(1_000_000);
  for (let second = 0; second < 20; second += 1) {
    clock.pass(1000);
    clock.ticks.forEach((tick) => tick());
  }
  await settle();
  expect(one()).toMatchObject({ speed: 0, seconds_left: null });
});

test("a paused file keeps what has arrived and goes on there; another one takes its place", async () => {
  queue.add(["a", "b", "c", "d"].map((key) => begun(key, 100)));
  await settle();
  server.sending.get("a")!.arrive(40);
  queue.pause("a");
  await settle();
  expect(states()).toEqual({ a: "paused", b: "sending", c: "sending", d: "sending" });
  expect(one()).toMatchObject({ sent: 40, speed: null });
  for (const key of ["b", "c", "d"]) server.sending.get(key)!.complete();
  queue.resume("a");
  await settle();
  expect(states()["a"]).toBe("sending");
  // It was announced once.
  expect(server.asked.filter((asked) => asked === "begin a")).toHaveLength(1);
});

test("pausing and resuming at once leaves one run", async () => {
  queue.add([begun("a", 100)]);
  await settle();
  queue.pause("a");
  queue.resume("a");
  await settle();
  queue.pause("a");
  await settle();
  expect(states()).toEqual({ a: "paused" });
  expect(server.sending.size).toBe(0);
});

test("a lost network is tried again after growing pauses, then the user is asked", async () => {
  queue.add([begun("a", 100)]);
  await settle();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < retryDelaysMs.length; attempt += 1) {
    server.sending.get("a")!.refuse();
    await settle();
    expect(one()).toMatchObject({ state: "resuming", fault: { code: "DISCONNECT" } });
    pauses.push(clock.waits[0]!.ms);
    clock.endWait();
    await settle();
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]);
  server.sending.get("a")!.refuse();
  await settle();
  expect(one()).toMatchObject({ state: "failed", fault: { code: "DISCONNECT" } });
  queue.resume("a");
  await settle();
  expect(one()).toMatchObject({ state: "sending", fault: null });
});

test("an attempt that got on starts the pauses again", async () => {
  queue.add([begun("a", 100)]);
  await settle();
  for (const sent of [0, 0, 10]) {
    server.sending.get("a")!.arrive(sent);
    server.sending.get("a")!.refuse();
    await settle();
    if (sent < 10) clock.endWait();
    await settle();
  }
  expect(clock.waits.map(({ ms }) => ms)).toEqual([1000]);
});

test("a refusal is final", async () => {
  queue.add([begun("a", 100)]);
  await settle();
  server.sending.get("a")!.refuse(refusal("CONFLICT", { problems: [{ reason: "data_complete" }] }));
  await settle();
  expect(one()).toMatchObject({ state: "failed", fault: { code: "CONFLICT" } });
  expect(clock.waits).toEqual([]);
});

test("what a proxy refuses without a reason is tried again four times before the user is asked", async () => {
  queue.add([begun("a", 100)]);
  await settle();
  const refused = { ...refusal("SOMETHING_WENT_WRONG"), status: 404 };
  for (let attempt = 0; attempt < 4; attempt += 1) {
    server.sending.get("a")!.refuse(refused);
    await settle();
    expect(one()).toMatchObject({ state: "resuming", fault: { code: "SOMETHING_WENT_WRONG" } });
    clock.endWait();
    await settle();
  }
  server.sending.get("a")!.refuse(refused);
  await settle();
  expect(one()).toMatchObject({ state: "failed", fault: { code: "SOMETHING_WENT_WRONG" } });
});

test("without a network the attempts end at once and are made again", async () => {
  queue.add([begun("a", 100)]);
  await settle();
  queue.interrupt();
  await settle();
  expect(one()).toMatchObject({ state: "resuming", fault: { code: "DISCONNECT" } });
  clock.endWait();
  await settle();
  expect(states()).toEqual({ a: "sending" });
});

test("giving up has the server forget the file", async () => {
  queue.add([begun("a", 100), begun("b", 100, { upload_id: null })]);
  await settle();
  await queue.cancel("a");
  await settle();
  expect(states()).toEqual({ b: "sending" });
  expect(server.asked).toContain("cancel a");
});

test("starting over forgets what the server has and announces the file again", async () => {
  queue.add([begun("a", 100)]);
  await settle();
  server.sending.get("a")!.arrive(60);
  await queue.restart("a");
  await settle();
  expect(server.asked).toEqual(["begin a", "send a", "cancel a", "begin a", "send a"]);
  expect(one()).toMatchObject({ sent: 0, state: "sending" });
});

test("after a reload a file waits until it is chosen again, and is not announced twice", async () => {
  queue.add([begun("a", 100, { file: null, upload_id: 97 })]);
  await settle();
  expect(states()).toEqual({ a: "lost" });
  queue.supply("a", sized(100));
  await settle();
  expect(states()).toEqual({ a: "sending" });
  expect(server.asked).toEqual(["send a"]);
});

test("what another tab is sending is left to it", async () => {
  server.elsewhere.add(97);
  queue.add([begun("a", 100, { upload_id: 97 })]);
  await settle();
  expect(states()).toEqual({ a: "elsewhere" });
  expect(server.asked).toEqual([]);
});

test("files that have arrived leave the list, the others stay", async () => {
  queue.add([begun("a", 100), begun("b", 100)]);
  await settle();
  server.sending.get("a")!.complete();
  await settle();
  queue.clearDone();
  await settle();
  expect(states()).toEqual({ b: "sending" });
});

test("with the session everything ends", async () => {
  queue.add([begun("a", 100)]);
  await settle();
  queue.end();
  await settle();
  expect(server.sending.size).toBe(0);
  expect(clock.ticks.size).toBe(0);
});
