// What a camera shows of glass: the law of Planck summed up between 8 and 14 µm, without a table.

function seen(celsius: number): number {
  const [from, to, parts] = [8e-6, 14e-6, 400];
  const width = (to - from) / parts;
  let sum = 0;
  for (let part = 0; part <= parts; part++) {
    const wave = from + part * width;
    // Simpson's rule.
    const weight = part === 0 || part === parts ? 1 : part % 2 === 1 ? 4 : 2;
    sum += weight / (wave ** 5 * (Math.exp(0.014387769 / (wave * (celsius + 273.15))) - 1));
  }
  return sum;
}

/** °C of a black body that looks as glass at this temperature does. */
export function bandApparent(
  glass: number,
  { emissivity, reflected }: { readonly emissivity: number; readonly reflected: number },
): number {
  const wanted = emissivity * seen(glass) + (1 - emissivity) * seen(reflected);
  let [low, high] = [-100, 600];
  for (let turn = 0; turn < 40; turn++) {
    const middle = (low + high) / 2;
    if (seen(middle) < wanted) low = middle;
    else high = middle;
  }
  return low;
}
