// How fast a module gives off its heat.

/** W/m2K at a wind in m/s, on both sides (McAdams 1954: 5.7 + 3.8 v), and by radiation. */
export const transferAt = (wind: number) => 2 * (5.7 + 3.8 * wind) + 12;
