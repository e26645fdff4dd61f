// Physics of an absorber tube: heat loss and the resulting glass temperature.
//
// Heat loss: polynomial of NREL/ssc cmod_cb_empirical_hce_heat_loss.cpp in its local form, coefficients of
// the 2008 Schott PTR70 in NREL/SAM "Empirical Trough HCEs.csv". Glass: energy balance of a 120 mm
// cylinder with free convection (Churchill and Chu 1975) or cross flow (Churchill and Bernstein 1977),
// whichever is stronger, and grey radiation (emissivity 0.86) to a sky 8 K below ambient.

export type ReceiverState = "vacuum" | "air" | "broken" | "hydrogen";

/** A0 to A6 of the polynomial. */
const coefficients: Record<
  ReceiverState,
  readonly [number, number, number, number, number, number, number]
> = {
  vacuum: [4.05, 0.247, -0.00146, 5.65e-6, 7.62e-8, -1.7, 0.0125],
  air: [50.8, 0.904, 0.000579, 1.13e-5, 1.73e-7, -43.2, 0.524],
  broken: [-9.95, 0.465, -0.000854, 1.85e-5, 6.89e-7, 24.7, 3.37],
  hydrogen: [11.8, 1.35, 0.00075, 4.07e-6, 5.85e-8, -4.48, 0.285],
};

export type Weather = {
  /** Ambient temperature in °C. */
  readonly ambient: number;
  /** Wind speed in m/s. */
  readonly wind: number;
  /** Direct normal irradiance in W/m². */
  readonly dni: number;
};

/** Heat loss in W per metre of tube at the fluid temperature `fluid` (°C). */
export function heatLoss(
  state: ReceiverState,
  fluid: number,
  { ambient, wind, dni }: Weather,
): number {
  const [a0, a1, a2, a3, a4, a5, a6] = coefficients[state];
  const root = Math.sqrt(wind);
  return (
    a0 +
    a5 * root +
    (a1 + a6 * root) * (fluid - ambient) +
    (a2 + a4 * dni) * fluid ** 2 +
    a3 * fluid ** 3
  );
}

const STEFAN_BOLTZMANN = 5.670374e-8;
const KELVIN = 273.15;
const GLASS_DIAMETER = 0.12;
const GLASS_EMISSIVITY = 0.86;
const SKY_DEPRESSION = 8;
const GRAVITY = 9.81;

/** Heat in W/m that glass at `glass` (°C) emits; 0 if it is not warmer than the air. */
export function heatFromGlass(
  glass: number,
  { ambient, wind }: Pick<Weather, "ambient" | "wind">,
): number {
  if (glass <= ambient) return 0;
  const perimeter = Math.PI * GLASS_DIAMETER;
  const convection = convectionCoefficient(glass, ambient, wind) * (glass - ambient);
  const sky = ambient - SKY_DEPRESSION + KELVIN;
  const radiation = GLASS_EMISSIVITY * STEFAN_BOLTZMANN * ((glass + KELVIN) ** 4 - sky ** 4);
  return perimeter * (convection + radiation);
}

/** W/(m² K); air properties at the film temperature by power laws (2 % between 0 and 150 °C). */
function convectionCoefficient(glass: number, ambient: number, wind: number): number {
  const film = (glass + ambient) / 2 + KELVIN;
  const conductivity = 0.0262 * (film / 300) ** 0.86;
  const viscosity = 1.59e-5 * (film / 300) ** 1.77;
  const prandtl = 0.71;
  const rayleigh =
    ((GRAVITY / film) * (glass - ambient) * GLASS_DIAMETER ** 3 * prandtl) / viscosity ** 2;
  const free =
    (0.6 + (0.387 * rayleigh ** (1 / 6)) / (1 + (0.559 / prandtl) ** (9 / 16)) ** (8 / 27)) ** 2;
  const reynolds = (wind * GLASS_DIAMETER) / viscosity;
  const shape = (1 + (0.4 / prandtl) ** (2 / 3)) ** 0.25;
  const forced =
    0.3 +
    ((0.62 * Math.sqrt(reynolds) * prandtl ** (1 / 3)) / shape) *
      (1 + (reynolds / 282000) ** 0.625) ** 0.8;
  return (Math.max(free, forced) * conductivity) / GLASS_DIAMETER;
}

/** Glass temperature in °C at which the glass emits `loss` (W/m), by bisection. @param within K */
export function glassTemperature(
  loss: number,
  weather: Pick<Weather, "ambient" | "wind">,
  within = 0.01,
): number {
  let low = weather.ambient;
  let high = weather.ambient + 400;
  while (high - low > within) {
    const middle = (low + high) / 2;
    if (heatFromGlass(middle, weather) < loss) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Ratio r: 0 for the loss of an intact tube, 1 for a hydrogen-filled one at the same fluid temperature. */
export function heatLossRatio(loss: number, fluid: number, weather: Weather): number {
  const intact = heatLoss("vacuum", fluid, weather);
  return (loss - intact) / (heatLoss("hydrogen", fluid, weather) - intact);
}

/** Glass tube temperature class 1 (good) to 4 (severe heat loss) by the ratio r. */
export function glassClass(ratio: number): 1 | 2 | 3 | 4 {
  if (ratio < 0.15) return 1;
  if (ratio < 0.4) return 2;
  return ratio < 0.8 ? 3 : 4;
}
