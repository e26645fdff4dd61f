import { expect, it } from "vitest";
import { mixedWords } from "./mixed-words.ts";
import { readWords } from "./words.ts";

const words = (...texts: string[]) => new Map(texts.map((text, at) => [`noun:${at}`, text]));
const english = words(
  "New plant",
  "{{count}} images of {{name}}",
  "Save",
  "String box",
  "A <b>bold word</b> here",
);
const spanish = words("Planta nueva", "{{count}} imágenes de {{name}}", "Guardar", "String box");
const mixed = mixedWords(spanish, [english]);

it("names a sentence of another language, with values or without", () => {
  const texts = [
    "Planta nueva",
    "New plant",
    " 7 images of\nNorth ",
    "7 imágenes de North",
    "bold word",
  ];
  expect(mixed(texts)).toEqual(["New plant", "7 images of North", "bold word"]);
});

it("leaves single words, and what both languages say", () => {
  expect(mixed(["Save", "String box", "North field"])).toEqual([]);
});

it("knows the languages of the product apart", () => {
  const [en, es, pt] = ["en", "es", "pt"].map((locale) => readWords(`locales/${locale}`));
  const text = (from: typeof en) => from!.get("workbench:leave_panel")!;
  expect(mixedWords(es!, [en!, pt!])([text(en), text(es)])).toEqual([text(en)]);
  expect(mixedWords(pt!, [en!, es!])([text(es), text(pt)])).toEqual([text(es)]);
});
