// @vitest-environment happy-dom
import { createStore } from "jotai";
import { beforeEach, describe, expect, it } from "vitest";
import { keepSession } from "../../client/session.ts";
import type { SessionAnswer } from "../../domain/account/session.ts";
import { sessionAtom } from "../account/session.ts";
import {
  endPlant,
  perPlantValue,
  heldBySession,
  perPlant,
  perSession,
  plantLifetime,
  sessionLifetime,
} from "./lifetime.ts";

const signIn = (token: string, more: Partial<SessionAnswer> = {}) =>
  keepSession({ token, permissions: [], ...more } as unknown as SessionAnswer);
const shownAtom = perPlant<readonly string[]>([]);
const listAtom = perSession("nothing");
const levels = perPlantValue(() => new Map<string, number>());
const images = heldBySession(() => new Set<string>());

let store = createStore();
beforeEach(() => {
  store = createStore();
  signIn("first");
  // The page always watches the session.
  store.sub(sessionAtom, () => undefined);
});

describe("what belongs to a plant", () => {
  it("ends with it, in atoms and outside of them", () => {
    store.set(shownAtom, ["A"]);
    levels().set("module", 1);
    const { signal } = plantLifetime();
    store.set(endPlant);
    expect([store.get(shownAtom), levels().size, signal.aborted]).toEqual([[], 0, true]);
  });

  it("notifies its watchers", () => {
    const seen: unknown[] = [];
    store.set(shownAtom, ["A"]);
    store.sub(shownAtom, () => seen.push(store.get(shownAtom)));
    store.set(endPlant);
    store.set(shownAtom, (shown) => [...shown, "B"]);
    expect(seen).toEqual([[], ["B"]]);
  });

  it("ends with the session", () => {
    store.set(shownAtom, ["A"]);
    levels().set("module", 1);
    const { signal } = plantLifetime();
    keepSession(null);
    expect(signal.aborted).toBe(true);
    signIn("second");
    expect([store.get(shownAtom), levels().size]).toEqual([[], 0]);
  });

  it("leaves what belongs to the session", () => {
    store.set(listAtom, "known");
    images().add("one");
    store.set(endPlant);
    expect([store.get(listAtom), images().size]).toEqual(["known", 1]);
  });
});

describe("what belongs to a session", () => {
  it("ends with the sign-out", () => {
    store.set(listAtom, "known");
    images().add("one");
    const { signal } = sessionLifetime();
    keepSession(null);
    expect([store.get(listAtom), images().size, signal.aborted]).toEqual(["nothing", 0, true]);
  });

  it("ends when staff act for another customer", () => {
    store.set(listAtom, "known");
    signIn("switched");
    expect(store.get(listAtom)).toBe("nothing");
  });

  it("stays when the same session has other permissions", () => {
    store.set(listAtom, "known");
    const before = sessionLifetime();
    signIn("first", { permissions: ["READ_PLANT_BLUEPRINT"] } as never);
    expect(store.get(listAtom)).toBe("known");
    expect(sessionLifetime()).toBe(before);
  });
});
