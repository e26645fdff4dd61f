// Which gas fills the annulus of an absorber tube, as far as its heat loss can tell.

/** Relative uncertainty of a heat loss from the glass temperature (ASME JSEE 136/011006). */
export const METHOD_ERROR = 0.18;
/** Share of hydrogen among the filled tubes of an older field: our assumption, air needs an accident. */
const HYDROGEN_SHARE = 0.75;

/** 1 on the near side of the most that a gas explains, less beyond it, by a normal error. */
function likelihood(beyond: number, of: number): number {
  return Math.exp(-0.5 * Math.max(0, beyond / (of * METHOD_ERROR)) ** 2);
}

export type GasOdds = { readonly hydrogen: number; readonly air: number };

/**
 * Probability (0 to 1) of hydrogen and of air in a tube of the ratio r, where air at full pressure has the
 * ratio `airRatio`. Hydrogen at any pressure gives r up to 1, so that between 1 and `airRatio` neither can be
 * excluded; what remains to 1 is vacuum.
 */
export function gasOdds(ratio: number, airRatio: number): GasOdds {
  const filled = 1 / (1 + Math.exp(-(ratio - 0.45) / 0.1));
  const hydrogen = HYDROGEN_SHARE * likelihood(ratio - 1, 1);
  const air = (1 - HYDROGEN_SHARE) * likelihood(airRatio - ratio, airRatio);
  return {
    hydrogen: (filled * hydrogen) / (hydrogen + air),
    air: (filled * air) / (hydrogen + air),
  };
}

/** Probability from which a gas is called likely. */
const LIKELY = 0.795;

/** Class of the key figure `annulus_gas`; without a likely gas it stays undetermined. */
export function gasClass({ hydrogen, air }: GasOdds): 0 | 1 | 2 | 3 | 4 {
  const filled = hydrogen + air;
  if (filled < 0.195) return 0;
  if (filled < 0.495) return 4;
  if (hydrogen >= LIKELY) return 2;
  return air >= LIKELY ? 3 : 1;
}
