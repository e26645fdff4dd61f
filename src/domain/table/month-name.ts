// Names of months in English, Spanish, Portuguese and German, whole or shortened to three letters or more.

const names: readonly (readonly string[])[] = [
  ["january", "enero", "janeiro", "januar", "janner"],
  ["february", "febrero", "fevereiro", "februar"],
  ["march", "marzo", "marco", "marz", "mrz", "maerz"],
  ["april", "abril"],
  ["may", "mayo", "maio", "mai"],
  ["june", "junio", "junho", "juni"],
  ["july", "julio", "julho", "juli"],
  ["august", "agosto"],
  ["september", "septiembre", "setiembre", "setembro"],
  ["october", "octubre", "outubro", "oktober"],
  ["november", "noviembre", "novembro"],
  ["december", "diciembre", "dezembro", "dezember"],
];

/** The month of a word, 1 to 12; null for another word. */
export function monthOf(word: string): number | null {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (plain.length < 3) return null;
  const at = names.findIndex((all) => all.some((name) => name.startsWith(plain)));
  return at < 0 ? null : at + 1;
}
