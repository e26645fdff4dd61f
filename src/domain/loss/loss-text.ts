// Numbers of losses as text.

/** Step of a number that its uncertainty leaves two digits: 1,000 for 57,017. At least `least`. */
export function sureStep(uncertainty: number, least: number): number {
  if (!(uncertainty > 0)) return least;
  return Math.max(least, 10 ** (Math.floor(Math.log10(uncertainty)) - 1));
}

/** "310 ± 40 MWh/a", of a number and its uncertainty, each as text in the reader's notation. */
export function plusMinus(value: string, uncertainty: string): string {
  return `${value} ±\u202F${uncertainty}`;
}
