// How a work order is named outside the product, and on paper.

/** "WO-12": stable within the plant, the same in all languages, never given twice. */
export function workOrderCode(number: number): string {
  return `WO-${number}`;
}

/** The number of a code, or null for a text that is none. */
export function workOrderNumber(code: string): number | null {
  const digits = /^WO-([1-9]\d{0,8})$/i.exec(code.trim())?.[1];
  return digits === undefined ? null : Number(digits);
}
