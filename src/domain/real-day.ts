// Days that the calendar has.

/** Whether a text that begins with YYYY-MM-DD names a day that exists: the 30th of February is no second of March. */
export function isRealDay(text: string): boolean {
  const day = text.slice(0, 10);
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
