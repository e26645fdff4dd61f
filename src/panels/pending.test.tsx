// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { onToast } from "../state/shell/toast.ts";
import { usePending, useQueue } from "./pending.ts";
import { hide, show, text } from "./shown.fixture.tsx";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

let end: { resolve: () => void; reject: (cause: unknown) => void };
let started = 0;
let answers: boolean[] = [];
let begun: string[] = [];

function Part() {
  const [isPending, whilePending] = usePending();
  const work = () => {
    started += 1;
    return new Promise<void>((resolve, reject) => {
      end = { resolve, reject };
    });
  };
  return (
    <button
      type="button"
      onClick={() => void whilePending(work).then((done) => answers.push(done))}
    >
      {isPending ? "waits" : "ready"}
    </button>
  );
}

const press = () => act(async () => document.querySelector("button")!.click());

afterEach(async () => {
  await hide();
  started = 0;
  answers = [];
});

it("waits until the work is done, and says that it was", async () => {
  await show(<Part />);
  await press();
  expect(text()).toContain("waits");
  await act(async () => end.resolve());
  expect(text()).toContain("ready");
  expect(answers).toEqual([true]);
});

it("does not start the work twice, even before the next rendering", async () => {
  await show(<Part />);
  await act(async () => {
    document.querySelector("button")!.click();
    document.querySelector("button")!.click();
  });
  expect(started).toBe(1);
  expect(answers).toEqual([false]);
});

it("shows a failure, and can be pressed again", async () => {
  const tones: string[] = [];
  const stop = onToast(({ tone }) => tones.push(tone));
  await show(<Part />);
  await press();
  await act(async () => end.reject(new Error("no room")));
  expect(tones).toEqual(["danger"]);
  stop();
  expect(answers).toEqual([false]);
  expect(text()).toContain("ready");
  await press();
  expect(started).toBe(2);
});

function Board() {
  const [isRunning, add] = useQueue();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<void>((resolve, reject) => {
      end = { resolve, reject };
    });
  };
  return (
    <>
      {["first", "second", "third"].map((name) => (
        <button key={name} type="button" onClick={() => void add(work(name))}>
          {name}
        </button>
      ))}
      <output>{isRunning ? "waits" : "ready"}</output>
    </>
  );
}

it("runs each piece of a queue, one after the other, also after one that failed", async () => {
  begun = [];
  const tones: string[] = [];
  const stop = onToast(({ tone }) => tones.push(tone));
  await show(<Board />);
  await act(async () => document.querySelectorAll("button").forEach((one) => one.click()));
  expect([begun, text()]).toEqual([["first"], expect.stringContaining("waits")]);
  await act(async () => end.reject(new Error("no room")));
  expect([begun, tones]).toEqual([["first", "second"], ["danger"]]);
  await act(async () => end.resolve());
  expect(begun).toEqual(["first", "second", "third"]);
  await act(async () => end.resolve());
  expect(text()).toContain("ready");
  stop();
});
