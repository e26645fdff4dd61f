import { expect, it } from "vitest";
import { longestBlock } from "../../../tests/fixtures/processor-time.ts";
import { patient } from "../../../tests/fixtures/patience.ts";
import { randomFrom } from "../../../tests/fixtures/random.ts";
import { freeNames } from "./free-names.ts";

/** A store with these names; counts how many it is asked for. */
function storeOf(existing: readonly string[]) {
  const keys = new Set(existing.map((name) => name.toLowerCase()));
  const store = { asked: 0, questions: 0 };
  const read = async (names: readonly string[]) => {
    store.asked += names.length;
    store.questions += 1;
    return new Set(names.map((name) => name.toLowerCase()).filter((key) => keys.has(key)));
  };
  return { store, read };
}
const free = (sent: readonly string[], existing: readonly string[]) =>
  freeNames(sent, storeOf(existing).read);

it("is one of its own among those that are there and those that come with it", async () => {
  expect(await free(["a.jpg", "A.JPG", "b/a.jpg", "a.jpg"], ["a.jpg"])).toEqual([
    "a (2).jpg",
    "A (3).JPG",
    "b/a.jpg",
    "a (4).jpg",
  ]);
  expect(await free(["x", "x"], [])).toEqual(["x", "x (2)"]);
  // The number that would be free is a sent name itself.
  expect(await free(["a.jpg", "a (2).jpg", "a.jpg"], [])).toEqual([
    "a.jpg",
    "a (2).jpg",
    "a (3).jpg",
  ]);
  expect(await free(["a.jpg", "a.jpg", "a (2).jpg"], [])).toEqual([
    "a.jpg",
    "a (2).jpg",
    "a (2) (2).jpg",
  ]);
});

it("is the first free one, in the order of the sent names", async () => {
  const random = randomFrom(34);
  for (let round = 0; round < 200; round += 1) {
    const pick = () => {
      const number = Math.floor(random() * 6);
      const name = ["a", "A", "b"][Math.floor(random() * 3)];
      return number < 2 ? `${name}.x` : `${name} (${number}).x`;
    };
    const sent = Array.from({ length: 12 }, pick);
    const existing = Array.from({ length: 12 }, pick);
    // The plain way: one name after the other, each number tried.
    const taken = new Set(existing.map((name) => name.toLowerCase()));
    const expected = sent.map((name) => {
      let one = name;
      for (let n = 2; taken.has(one.toLowerCase()); n += 1) one = name.replace(".x", ` (${n}).x`);
      taken.add(one.toLowerCase());
      return one;
    });
    expect(await free(sent, existing)).toEqual(expected);
  }
});

it("takes few questions and short pieces, however many names are taken", async () => {
  const rows = Array.from({ length: 50_000 }, (_, at) => `a${at === 0 ? "" : ` (${at + 1})`}.jpg`);
  const { store, read } = storeOf(rows);
  const same = Array.from({ length: 20_000 }, () => "a.jpg");
  let names: string[] = [];
  const block = await longestBlock(async () => (names = await freeNames(same, read)));
  expect(names[0]).toBe("a (50001).jpg");
  expect(names.at(-1)).toBe("a (70000).jpg");
  // Each sent name once, and each stored number about twice.
  expect(store.asked).toBeLessThan(20_000 + 2 * 70_000);
  expect(block).toBeLessThan(patient(50));

  const one = storeOf(rows);
  expect(await freeNames(["a.jpg"], one.read)).toEqual(["a (50001).jpg"]);
  expect(one.store.questions).toBeLessThan(80);
});
