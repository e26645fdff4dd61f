// Numbers of losses as text.

/** "310 ± 40 MWh/a", of a number and its uncertainty, each as text in the reader's notation. */
export function plusMinus(value: string, uncertainty: string): string {
  return `${value}\u202F±\u202F${uncertainty}`;
}
