// The letters of a PDF: a font is many files, each with some of its letters, and a line is drawn from all that it needs.
import { createRequire } from "node:module";

/** The files of the font, the usual one first. A file is in the PDF only where a letter of it is drawn. */
const alphabets = [
  "latin",
  "latin-ext",
  "greek",
  "greek-ext",
  "cyrillic",
  "cyrillic-ext",
  "vietnamese",
] as const;

const weights = { text: 400, bold: 700 } as const;
export type FontName = keyof typeof weights;

/** Signs that no file has, in letters that say the same. */
const substitutes: Readonly<Record<string, string>> = {
  "\u2265": ">=",
  "\u2264": "<=",
  "\u2260": "!=",
  "\u2248": "~",
  "\u2192": "->",
  "\u2190": "<-",
  "\u2126": "\u03A9",
  "\u2206": "\u0394",
  "\u00AD": "",
  "\u2010": "-",
  "\u2011": "-",
};

/** What stands for a letter that the font has not. */
const UNKNOWN = "?";

/** Words of the first file alone, as most are. */
const plainWords = /^[\t\n\r -~\u00A0-\u00AC\u00AE-\u00FF]*$/;

/** Narrow spaces, which the font has no glyph for. */
const narrowSpaces = /[\u2007-\u200A\u202F]/g;

/** What is drawn has no letter that the font shows as an empty box. */
export type Letters = {
  readonly font: (name: FontName) => void;
  /** Those that stand as "?", each once. */
  readonly lost: () => readonly string[];
};

type Run = { readonly alphabet: number; readonly text: string };
type Call = (...given: readonly unknown[]) => unknown;
type Options = Readonly<Record<string, unknown>> | undefined;

/** Registers the fonts of the document, and makes it draw and measure each letter in the font that has it. */
export function useLetters(doc: PDFKit.PDFDocument): Letters {
  const require = createRequire(import.meta.url);
  const nameOf = (font: FontName, alphabet: number) => `${font} ${alphabets[alphabet]}`;
  for (const [font, weight] of Object.entries(weights) as [FontName, number][]) {
    for (const [at, alphabet] of alphabets.entries()) {
      const file = `@fontsource/inter/files/inter-${alphabet}-${weight}-normal.woff`;
      doc.registerFont(nameOf(font, at), require.resolve(file));
    }
  }
  let current: FontName = "text";
  const use = (alphabet: number) => void doc.font(nameOf(current, alphabet));
  const alphabetOf = glyphFinder(doc, (at) => nameOf("text", at));
  const lost = new Set<string>();
  /** The text in letters that the fonts have. */
  const drawable = (words: string): string => {
    if (plainWords.test(words)) return words;
    let said = "";
    for (const letter of words.normalize("NFC").replaceAll(narrowSpaces, "\u00A0")) {
      if (letter < " " || alphabetOf(letter) !== null) {
        said += letter;
        continue;
      }
      const other = substitutes[letter];
      if (other === undefined) lost.add(letter);
      said += other ?? UNKNOWN;
    }
    return said;
  };
  const runsOf = (words: string): Run[] => {
    const runs: { alphabet: number; text: string }[] = [];
    for (const letter of words) {
      const alphabet = alphabetOf(letter) ?? 0;
      const last = runs.at(-1);
      if (last?.alphabet === alphabet) last.text += letter;
      else runs.push({ alphabet, text: letter });
    }
    return runs;
  };
  const original = (name: string) => Reflect.get(doc, name) as Call;
  for (const name of ["text", "heightOfString"]) {
    const own = original(name);
    Reflect.set(doc, name, (words: unknown, ...rest: unknown[]) =>
      Reflect.apply(own, doc, [typeof words === "string" ? drawable(words) : words, ...rest]),
    );
  }
  const measure = original("widthOfString");
  const widthOf = (words: string, options: Options): number => {
    const said = drawable(words);
    if (plainWords.test(said)) return Number(Reflect.apply(measure, doc, [said, options]));
    let sum = 0;
    for (const { alphabet, text } of runsOf(said)) {
      use(alphabet);
      sum += Number(Reflect.apply(measure, doc, [text, options]));
    }
    use(0);
    return sum;
  };
  Reflect.set(doc, "widthOfString", widthOf);
  const fragment = original("_fragment");
  if (typeof fragment !== "function") throw new Error("the PDF library draws its lines otherwise");
  Reflect.set(doc, "_fragment", (words: string, x: number, y: number, options: Options) => {
    const runs = plainWords.test(words) ? [] : runsOf(words);
    if (runs.every(({ alphabet }) => alphabet === 0)) {
      Reflect.apply(fragment, doc, [words, x, y, options]);
      return;
    }
    let at = x;
    if (options?.["align"] === "right" && options["width"] !== undefined) {
      at += Number(options["lineWidth"]) - widthOf(words.trimEnd(), options);
    }
    for (const { alphabet, text } of runs) {
      use(alphabet);
      Reflect.apply(fragment, doc, [text, at, y, { ...options, align: "left" }]);
      at += Number(Reflect.apply(measure, doc, [text, options]));
    }
    use(0);
  });
  return {
    font(name) {
      current = name;
      use(0);
    },
    lost: () => [...lost],
  };
}

/** A function that answers which alphabet has a letter; null for none. */
function glyphFinder(doc: PDFKit.PDFDocument, nameOf: (alphabet: number) => string) {
  const known = new Map<string, number | null>();
  const has = (alphabet: number, letter: string) => {
    doc.font(nameOf(alphabet));
    const { font } = Reflect.get(doc, "_font") as {
      readonly font: { hasGlyphForCodePoint(code: number): boolean };
    };
    return font.hasGlyphForCodePoint(letter.codePointAt(0)!);
  };
  return (letter: string): number | null => {
    const found = known.get(letter);
    if (found !== undefined) return found;
    // What is current stays so.
    const before: unknown = Reflect.get(doc, "_font");
    const at = alphabets.findIndex((_, alphabet) => has(alphabet, letter));
    Reflect.set(doc, "_font", before);
    known.set(letter, at < 0 ? null : at);
    return at < 0 ? null : at;
  };
}

/** "U+4E2D, U+6587": letters as they are written where they cannot be drawn. */
export function codesOf(letters: readonly string[]): string {
  return letters
    .map((one) => `U+${one.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`)
    .join(", ");
}
