// A list of component names that a person typed or pasted, one a line or divided by tabs, commas or semicolons.

/** The names in their order, each once; quotes around a name are taken away, empty ones are left out. */
export function namesInText(text: string): readonly string[] {
  const names = text
    .split(/[\n\r\t,;]+/)
    .map((name) =>
      name
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2")
        .trim(),
    )
    .filter((name) => name !== "");
  return [...new Set(names)];
}

const separators = [".", "-", " ", "_", "/", ""];

/**
 * Other ways to write a name: with another separator between its parts, in capitals, or in small letters. "l56 s4"
 * is also "L56.S4" and "L56S4". The name itself is not among them.
 */
export function spellingsOf(name: string): readonly string[] {
  const parts = name
    .replaceAll(/(\d)(?=\p{L})/gu, "$1 ")
    .split(/[\s._/:-]+/)
    .filter(Boolean);
  // Two numbers without a separator between them would be another number.
  const wouldMerge = parts.some((part, at) => /\d$/.test(part) && /^\d/.test(parts[at + 1] ?? ""));
  const joined = separators
    .filter((separator) => separator !== "" || !wouldMerge)
    .map((separator) => parts.join(separator));
  const all = [...joined, name].flatMap((one) => [one, one.toUpperCase(), one.toLowerCase()]);
  return [...new Set(all)].filter((one) => one !== name && one !== "");
}
