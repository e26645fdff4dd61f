// What an import of a digital twin does with the components that its files lack.

/**
 * `create` makes the first twin. `add` removes nothing. `replace_parts` removes what the files lack in the
 * parts of the plant that they cover. `replace_all` removes everything that the files lack.
 * Component types that are in no file stay in every mode.
 */
export const importModes = ["create", "add", "replace_parts", "replace_all"] as const;
export type ImportMode = (typeof importModes)[number];

/** The mode of a form field; null if there is none of this name. `update` is an older name of `add`. */
export function importModeOf(text: string): ImportMode | null {
  return text === "update" ? "add" : (importModes.find((mode) => mode === text) ?? null);
}
