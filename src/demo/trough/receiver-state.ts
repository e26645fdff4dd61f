// Model of the ageing of absorber tubes: the state of each tube in a given year.
//
// Hydrogen increases with age and heat: the hot fluid releases it and it passes through the steel. So tubes
// at the hot end of a loop fill first, and tubes of one delivery (neighbours) fail together. Air enters
// suddenly through a cracked weld or glass, in small clusters. Broken glass stays until the tube is replaced.
import { groundNoise, hashed } from "../random.ts";

/** Place of a tube: metres on the ground; `heat` is 0 at the cold end of its loop, 1 at the hot end. */
export type TubePlace = {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly heat: number;
};

export type TubeState = {
  /** 0 vacuum to 1 filled with hydrogen. */
  readonly hydrogen: number;
  readonly air: boolean;
  readonly broken: boolean;
  /** Rise of the coating's emittance. */
  readonly emittanceRise: number;
};

/** A replacement of bad tubes: the year, and the share of bad tubes that is replaced. */
export type RepairCampaign = { readonly year: number; readonly share: number };

const AS_NEW: TubeState = { hydrogen: 0, air: false, broken: false, emittanceRise: 0 };

/** The tube's state at `year`, after the repair campaigns before it. */
export function tubeStateAt(
  seed: number,
  place: TubePlace,
  year: number,
  campaigns: readonly RepairCampaign[],
): TubeState {
  for (const [number, campaign] of campaigns.entries()) {
    if (campaign.year > year) break;
    const before = agedState(seed, place, campaign.year);
    const isBad = before.broken || before.air || before.hydrogen > 0.8;
    if (isBad && hashed(seed, 31 + number, place.row) < campaign.share) return AS_NEW;
  }
  return agedState(seed, place, year);
}

function agedState(seed: number, place: TubePlace, year: number): TubeState {
  const { row, x, y, heat } = place;
  const delivery = (groundNoise(seed + 11, x, y, 140) + 1) / 2;
  const single = hashed(seed, 12, row);
  const weakness = 0.42 * heat ** 3 + 0.38 * delivery ** 1.5 + 0.2 * single;
  // The weakest tubes begin to fill after nine years and are full two to four years later.
  const onset = 9 + 24 * (0.8 - weakness);
  const hydrogen = Math.min(1, Math.max(0, (year - onset) / (2 + 2 * hashed(seed, 13, row))));
  // Accidents have a yearly rate, which is higher in areas of poor installation.
  const poor = Math.max(0, groundNoise(seed + 14, x, y, 45)) ** 2;
  const airRate = 0.0006 + 0.012 * poor;
  const air = year > -Math.log(1 - hashed(seed, 15, row)) / airRate;
  const breakRate = 0.00035 + 0.002 * Math.max(0, groundNoise(seed + 16, x, y, 30)) ** 4;
  const broken = year > -Math.log(1 - hashed(seed, 17, row)) / breakRate;
  const wear = 0.0022 * year * heat ** 2 * (0.4 + delivery);
  const flaw = hashed(seed, 18, row) < 0.012 ? 0.012 * year * hashed(seed, 19, row) : 0;
  return { hydrogen, air, broken, emittanceRise: wear * 0.6 + flaw };
}
