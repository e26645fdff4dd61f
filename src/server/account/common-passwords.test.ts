import { describe, expect, it } from "vitest";
import { passwordRefusal } from "../../domain/account/password.ts";
import { commonPasswords } from "./common-passwords.ts";

describe("the list of common passwords", () => {
  it("has at least 10,000 words of eight characters or more, in one form", async () => {
    const list = await commonPasswords();
    const long = [...list].filter((word) => word.length >= 8);
    expect(long.length).toBeGreaterThan(10_000);
    expect([...list].filter((word) => word !== word.normalize("NFKC").toLowerCase())).toEqual([]);
  });

  it("contains frequent choices, and no random texts", async () => {
    const list = await commonPasswords();
    const reason = (text: string) =>
      passwordRefusal(text, [], (word) => list.has(word))?.reason ?? null;
    const first = ["password", "Password1!", "iloveyou", "qwerty123", "trustno1", "letmein2024"];
    for (const text of first) expect(reason(text), text).toBe("password_common");
    for (let made = 0; made < 200; made += 1) {
      expect(reason(crypto.randomUUID().slice(0, 13))).toBeNull();
    }
  });
});
