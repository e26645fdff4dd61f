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
