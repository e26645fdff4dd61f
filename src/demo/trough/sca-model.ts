// Models of solar collector assemblies on the market.
//
// Lengths, apertures and modules: NREL/SAM "Physical Trough Collectors.csv"; mirrors and receivers per
// module from the makers' data (28 mirrors and 3 receivers of 4.06 m in a 12 m EuroTrough module).

export type ScaModel = {
  readonly name: string;
  /** Metres along the axis, drive included. */
  readonly length: number;
  /** Metres across the opening. */
  readonly apertureWidth: number;
  /** Square metres of mirror as seen by the sun. */
  readonly apertureArea: number;
  readonly scePerSca: number;
  readonly tubesPerSce: number;
  /** Mirrors along the axis and across the opening. */
  readonly mirrorsAlong: number;
  readonly mirrorsAcross: number;
};

export const scaModels = {
  eurotrough_et150: {
    name: "EuroTrough ET150",
    length: 150,
    apertureWidth: 5.75,
    apertureArea: 817.5,
    scePerSca: 12,
    tubesPerSce: 3,
    mirrorsAlong: 7,
    mirrorsAcross: 4,
  },
  ls_3: {
    name: "LS-3",
    length: 100,
    apertureWidth: 5.75,
    apertureArea: 545,
    scePerSca: 8,
    tubesPerSce: 3,
    mirrorsAlong: 7,
    mirrorsAcross: 4,
  },
  ls_2: {
    name: "LS-2",
    length: 49,
    apertureWidth: 5,
    apertureArea: 235,
    scePerSca: 6,
    tubesPerSce: 2,
    mirrorsAlong: 5,
    mirrorsAcross: 4,
  },
  sgx_1: {
    name: "SGX-1",
    length: 100,
    apertureWidth: 5,
    apertureArea: 470.3,
    scePerSca: 12,
    tubesPerSce: 2,
    mirrorsAlong: 5,
    mirrorsAcross: 4,
  },
  sunfield_6: {
    name: "SunField 6",
    length: 95.2,
    apertureWidth: 5.77,
    apertureArea: 545,
    scePerSca: 8,
    tubesPerSce: 3,
    mirrorsAlong: 7,
    mirrorsAcross: 4,
  },
} as const satisfies Record<string, ScaModel>;

export type ScaModelId = keyof typeof scaModels;
