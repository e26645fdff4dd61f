import { describe, expect, it } from "vitest";
import { singleFlight } from "./single-flight.ts";

const nextTurn = () => new Promise<void>((next) => setImmediate(next));
/** An answer that the test releases. */
function held<T>() {
  let tell: (answer: T) => void = () => undefined;
  const outcome = new Promise<T>((go) => (tell = go));
  return { tell, answer: () => outcome };
}

describe("single flight", () => {
  it("answers a question once per turn, refusals too, and another one by itself", async () => {
    const ask = singleFlight();
    let count = 0;
    const answer = async () => (count += 1);
    expect(await Promise.all([ask("a", answer), ask("a", answer), ask("b", answer)])).toEqual([
      1, 1, 2,
    ]);
    const refuse = () => Promise.reject(new Error("no"));
    const refused = await Promise.allSettled([ask("c", refuse), ask("c", refuse)]);
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await ask("c", answer)).toBe(3);
  });

  it("starts the answer after all its readers have asked, as the last of them would", async () => {
    const ask = singleFlight();
    const first = held<string>();
    const early = ask("a", first.answer);
    await nextTurn();
    let begun = 0;
    const late = ["second", "third"].map((name) =>
      ask("a", async () => {
        begun += 1;
        return name;
      }),
    );
    await nextTurn();
    expect(begun).toBe(0);
    first.tell("first");
    expect(await early).toBe("first");
    expect(await Promise.all(late)).toEqual(["third", "third"]);
    expect(begun).toBe(1);
  });

  it("goes on after a refused answer, and does not wait for a slow one", async () => {
    const ask = singleFlight();
    const refused = ask("a", () => Promise.reject(new Error("no")));
    const after = ask("a", async () => "same turn");
    await expect(refused).resolves.toBe("same turn");
    expect(await after).toBe("same turn");

    const broken = ask("a", async () => {
      await nextTurn();
      throw new Error("no");
    });
    await nextTurn();
    const next = ask("a", async () => "yes");
    await expect(broken).rejects.toThrow("no");
    expect(await next).toBe("yes");

    const slow = held<string>();
    const waiting = ask("b", slow.answer);
    await nextTurn();
    expect(await ask("b", async () => "new")).toBe("new");
    slow.tell("old");
    expect(await waiting).toBe("old");
  });
});
