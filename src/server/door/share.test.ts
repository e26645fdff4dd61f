import { describe, expect, it } from "vitest";
import { sharing } from "./share.ts";

const nextTurn = () => new Promise<void>((next) => setImmediate(next));

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
  });

  it("asks anew in the next turn, also while the former answer is still on its way", async () => {
    const share = sharing();
    let release: (answer: string) => void = () => undefined;
    const slow = share("a", () => new Promise<string>((told) => (release = told)));
    await nextTurn();
    expect(await share("a", async () => "new")).toBe("new");
    release("old");
    expect(await slow).toBe("old");
  });
});
