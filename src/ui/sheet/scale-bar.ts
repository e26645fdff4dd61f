// The length of a scale bar: 1, 2 or 5 times a power of ten, as long as fits.

const STEPS = [5, 2, 1] as const;

/** At most `room` pixels long. */
export function scaleBar(
  metresPerPixel: number,
  room: number,
): { readonly metres: number; readonly pixels: number } {
  const most = metresPerPixel * room;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = (STEPS.find((step) => step * power <= most * (1 + 1e-9)) ?? 1) * power;
  return { metres, pixels: metres / metresPerPixel };
}
