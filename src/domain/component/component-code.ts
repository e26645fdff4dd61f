// What a QR or bar code on a component says: its dt_id or pcs, or a link of this product to it.

export type ComponentCode = {
  /** Null where the code does not say. */
  readonly plant_id: number | null;
  /** A dt_id or pcs; "" where the code names a plant alone. */
  readonly name: string;
};

/** The longest code that is read as a name; longer ones are other texts. */
const LONGEST = 500;

/**
 * Reads the text of a code. A link to a plant is understood whatever its host, because labels outlive addresses.
 * Returns null for a text that cannot name a component.
 */
export function componentCode(text: string): ComponentCode | null {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed.length > LONGEST) return null;
  if (!/^https?:/i.test(trimmed)) {
    return /\p{Cc}/u.test(trimmed) ? null : { plant_id: null, name: trimmed };
  }
  if (!URL.canParse(trimmed)) return null;
  const { pathname, searchParams } = new URL(trimmed);
  const plant = /^\/plant\/([1-9]\d{0,15})$/.exec(pathname)?.[1];
  if (plant === undefined) return null;
  // "module~M-0123", as the address of the workbench has it.
  const component = searchParams.get("component") ?? "";
  const name = component.slice(component.indexOf("~") + 1);
  return { plant_id: Number(plant), name };
}
