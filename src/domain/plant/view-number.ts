// Numbers in the query of a view: written short, read strictly.

export function fixed(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)) || 0);
}

export function numbers(texts: readonly string[]): number[] | undefined {
  const values = texts.map((text) => (/^-?\d+(\.\d+)?(e-?\d+)?$/.test(text) ? Number(text) : NaN));
  return values.every(Number.isFinite) ? values : undefined;
}

export function positive(text: string): number | undefined {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

export function within(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
