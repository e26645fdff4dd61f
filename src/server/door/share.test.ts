import { describe, expect, it } from "vitest";
import { sharing } from "./share.ts";

const nextTurn = () => new Promise<void>((next) => setImmediate(next));
/** An answer that is told when the test says so. */
function held<T>() {
  let tell: (answer: T) => void = () => undefined;
  const told = new Promise<T>((go) => (tell = go));
  return { tell, answer: () => told };
}

describe("sharing", () => {
  it("answers a question once per turn, refusals too, and another one by itself", async () => {
    const share = sharing();
    let count = 0;
    const answer = async () => (count += 1);
    expect(await Promise.all([share("a", answer), share("a", answer), share("b", answer)])).toEqual(
      [1, 1, 2],
    );
    const refuse = () => Promise.reject(new Error("no"));
    const refused = await Promise.allSettled([share("c", refuse), share("c", refuse)]);
    expect(refused.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await share("c", answer)).toBe(3);
  });

  it("begins the answer after everybody it is told to has asked, as the last of them would", async () => {
    const share = sharing();
    const first = held<string>();
    const early = share("a", first.answer);
    await nextTurn();
    let begun = 0;
    const late = ["second", "third"].map((name) =>
      share("a", async () => {
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
    const share = sharing();
    const refused = share("a", () => Promise.reject(new Error("no")));
    const after = share("a", async () => "same turn");
    await expect(refused).resolves.toBe("same turn");
    expect(await after).toBe("same turn");

    const broken = share("a", async () => {
      await nextTurn();
      throw new Error("no");
    });
    await nextTurn();
    const next = share("a", async () => "yes");
    await expect(broken).rejects.toThrow("no");
    expect(await next).toBe("yes");

    const slow = held<string>();
    const waiting = share("b", slow.answer);
    await nextTurn();
    expect(await share("b", async () => "new")).toBe("new");
    slow.tell("old");
    expect(await waiting).toBe("old");
  });
});
