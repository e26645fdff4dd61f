import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordNames, passwordRefusal, passwordStrength } from "./password.ts";

const names = passwordNames(
  "Heliograph",
  "Sierra Clara",
  "Lucía",
  "Herrera",
  "l.herrera@sierra-clara.example",
);
const common = new Set(["password", "dragon", "sunshine", "trustno1", "football"]);
const reason = (password: string) =>
  passwordRefusal(password, names, (text) => common.has(text))?.reason ?? null;

describe("a password", () => {
  it("has 8 to 128 Unicode characters", () => {
    expect(reason("kfj3-vq")).toBe("password_short");
    expect(reason("kfj3-vqx")).toBeNull();
    expect(reason("🌞🌵🌊🌋🍇🍉🍓🥝")).toBeNull();
    expect(reason("🌞🌵🌊🌋🍇🍉🍓")).toBe("password_short");
    const long = "k9-fj3.vqx ".repeat(12);
    expect(reason(long.slice(0, 128))).toBeNull();
    expect(reason(long.slice(0, 129))).toBe("password_long");
  });

  it("is refused with what it must be", () => {
    expect(passwordRefusal("kfj3-vq", names)?.values).toEqual({ least: 8 });
    expect(passwordRefusal("k9-fj3.vqx ".repeat(12), names)?.values).toEqual({ most: 128 });
    // The longest name that is in it.
    expect(passwordRefusal("lucia.herrera", names)?.values).toEqual({ name: "herrera" });
  });

  it("needs no capitals, digits or symbols", () => {
    for (const password of [
      "plain lower words here",
      "KDJFHVNQPX",
      "8305917264",
      "ñandú verde lejano",
    ]) {
      expect(reason(password), password).toBeNull();
    }
  });

  it("is not a common one, even with another case, a year or symbols", () => {
    const made = [
      "password",
      "PassWord",
      "Password1",
      "password2024!",
      "P@ssw0rd",
      "dragon2025",
      "Dragon!!",
      "sunsh1ne99",
      "trustno1",
      "football#1",
    ];
    for (const password of made) expect(reason(password), password).toBe("password_common");
    expect(reason("dragonfly over stone")).toBeNull();
    expect(reason("sunshine8273645198")).toBeNull();
  });

  it("is not a repetition, a keyboard row or a date", () => {
    const made = [
      "aaaaaaaa",
      "12341234",
      "xyxyxyxy",
      "12345678",
      "87654321",
      "abcdefghij",
      "qwertyuiop",
      "poiuytrewq",
      "1q2w3e4r",
      "24121987",
      "1987-12-24",
      "31.01.2001",
    ];
    for (const password of made) expect(reason(password), password).toBe("password_common");
    expect(reason("abcabcabc")).toBe("password_common");
    for (const password of ["41731987", "zabababab", "aaaaaaaab"]) {
      expect(reason(password), password).toBeNull();
    }
  });

  it.each(["31121900", "01.01.2100", "12/31/2001", "20011231", "2001 12 31", "19000101"])(
    "is not a day of the last or this century: %s",
    (password) => expect(reason(password)).toBe("password_common"),
  );

  it.each([
    "31121899",
    "01012101",
    "18991231",
    "21010101",
    "32012001",
    "13132001",
    "00012001",
    "01002001",
    "20010013",
    "20011300",
    "20010132",
    "20011313",
  ])("can be digits that are no such day: %s", (password) => expect(reason(password)).toBeNull());

  it("does not consist of the product's, the customer's or the user's name", () => {
    const made = [
      "heliograph",
      "Heliograph2026!",
      "H3liograph-1",
      "sierraclara",
      "Sierra-Clara-24",
      "lucia.herrera",
      "LucíaHerrera7",
      "herrera!2026",
      "sierra clara abc",
    ];
    for (const password of made) expect(reason(password), password).toBe("password_of_name");
    expect(reason("herrera likes blue cranes")).toBeNull();
    // Six other letters are enough.
    expect(reason("herrera.cranes")).toBeNull();
    expect(reason("herrera.crane")).toBe("password_of_name");
  });

  it("may contain the top-level domain of the e-mail address", () => {
    expect(passwordNames("ana@mail.example")).toEqual(["anamail", "mail"]);
    expect(passwordNames("A B", "Li")).toEqual([]);
    expect(passwordNames("j.smith@mail.example")).toEqual(["jsmithmail", "smith", "mail"]);
    expect(passwordNames("Li, Anna – Bernadette")).toEqual([
      "liannabernadette",
      "bernadette",
      "anna",
    ]);
    // A point in another name is not that of a domain.
    expect(passwordNames("Solar Co. Norte")).toEqual(["solarconorte", "solar", "norte"]);
  });

  it("is checked without errors for any text", () => {
    assert(
      property(string({ unit: "binary", maxLength: 200 }), (password) => {
        const refusal = passwordRefusal(password, names);
        return refusal === null || refusal.reason.startsWith("password_");
      }),
    );
  });
});

describe("the strength of a password", () => {
  it("grows with its length and the variety of its characters", () => {
    expect(passwordStrength("kfj3-vq", names)).toBe(0);
    expect(passwordStrength("kfj3-vqx", names)).toBe(1);
    expect(passwordStrength("kfj3-vqx-21", names)).toBe(2);
    const letters = "qvkfjxmzwptrsbyhgdnc";
    expect(
      [10, 11, 14, 15, 19, 20].map((n) => passwordStrength(letters.slice(0, n), names)),
    ).toEqual([1, 2, 2, 3, 3, 4]);
    expect(passwordStrength("abababbbabaabbab", names)).toBe(1);
    expect(passwordStrength("three quiet herons", names)).toBe(3);
    expect(passwordStrength("three quiet herons by the lake", names)).toBe(4);
  });
});
