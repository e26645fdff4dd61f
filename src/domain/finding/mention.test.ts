import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  handleOf,
  matchingPeople,
  mentionedIds,
  mentionSearch,
  messageParts,
  stillMentioned,
  toMessage,
} from "./mention.ts";

const ana = { id: 5, name: "Ana" };
const lopez = { id: 12, name: "Ana López" };
const twins = [
  { id: 7, name: "Luis Gil" },
  { id: 8, name: "Luis Gil" },
];
const people = [ana, lopez, ...twins];

describe("a message", () => {
  it("has the IDs of those who were chosen, in place of their names", () => {
    expect(toMessage("@Ana López, see @Ana.", [ana, lopez], people)).toBe("@[12], see @[5].");
    expect(toMessage("@Luis Gil (8) and @Luis Gil (7)", twins, people)).toBe("@[8] and @[7]");
  });

  it("leaves a name that was typed, and one that goes on, as text", () => {
    expect(toMessage("@Ana López", [], people)).toBe("@Ana López");
    expect(toMessage("@Anabel and @Ana2", [ana], people)).toBe("@Anabel and @Ana2");
    // One name of two people was typed: it could be either.
    expect(toMessage("@Luis Gil", twins, people)).toBe("@Luis Gil");
  });

  it("never takes typed brackets for a mention", () => {
    expect(mentionedIds(toMessage("@[12] and @[5]", [ana], people))).toEqual([]);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("@", "[", "]", "1", "2", " ", "a") }),
        (text) => {
          expect(mentionedIds(toMessage(text, [], people))).toEqual([]);
        },
      ),
    );
  });

  it("says who is mentioned while it is written", () => {
    const shown = (text: string) =>
      stillMentioned(text, [lopez, ana, ana], people).map(({ id }) => id);
    expect(shown("@Ana López and @Ana")).toEqual([12, 5]);
    expect(shown("@Ana Lóp")).toEqual([5]);
    expect(shown("nobody")).toEqual([]);
  });

  it("is read in parts; an ID that is no mention stays text", () => {
    expect(mentionedIds("@[12] @[5] @[12]")).toEqual([12, 5]);
    expect(messageParts("See @[12], not @[13].", new Set([12]))).toEqual([
      { text: "See " },
      { user_id: 12 },
      { text: ", not @[13]." },
    ]);
    expect(messageParts("@[5]", new Set([5]))).toEqual([{ user_id: 5 }]);
    expect(messageParts("plain", new Set())).toEqual([{ text: "plain" }]);
  });
});

test.each([
  ["@", 1, { start: 0, search: "" }],
  ["Hi @an", 6, { start: 3, search: "an" }],
  ["Hi @ana lo", 10, { start: 3, search: "ana lo" }],
  ["(@a", 3, { start: 1, search: "a" }],
  ["Hi @ana lo", 2, null],
  ["mail@example.com", 16, null],
  ["@ a", 3, null],
  ["@a\nb", 4, null],
  [`@${"a".repeat(41)}`, 42, null],
])("in %j with the caret at %d the search is %j", (text, caret, found) => {
  expect(mentionSearch(text, caret)).toEqual(found);
});

test("people are found by the beginning of any of their names, without accents", () => {
  const ids = (search: string) => matchingPeople(people, search).map(({ id }) => id);
  expect(ids("LOP")).toEqual([12]);
  expect(ids("an")).toEqual([5, 12]);
  expect(ids("gil")).toEqual([7, 8]);
  expect(ids("ana l")).toEqual([12]);
  expect(ids("zz")).toEqual([]);
  expect(ids("")).toHaveLength(4);
  expect(handleOf(twins[0]!, people)).toBe("@Luis Gil (7)");
});
