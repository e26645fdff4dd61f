import { expect, it } from "vitest";
import { shownFileName } from "./file-name.ts";

it.each([
  ["Ñandú 3.jpg", "Ñandú 3.jpg"],
  ["پلان.kml", "پلان.kml"],
  ["plan\u202efdp.exe", "planfdp.exe"],
  // All marks of direction of Unicode 16, PropList.txt, Bidi_Control.
  ["a\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069b", "ab"],
  ["a\u0000\n\u007f\u0085b", "ab"],
  ["a\ud83db", "ab"],
  // An emoji of several joined ones, and a letter of Persian beside one that it does not join, keep their joiners.
  ["👩\u200d🔧.jpg", "👩\u200d🔧.jpg"],
  ["می\u200cخواهم.jpg", "می\u200cخواهم.jpg"],
  ["\u202e", ""],
])("%j is shown as %j", (sent, shown) => {
  expect(shownFileName(sent)).toBe(shown);
});

it("is cut before a letter of two units that does not fit", () => {
  expect(shownFileName(`${"a".repeat(254)}😀.jpg`)).toBe("a".repeat(254));
});
