// Layout of the loops of a trough field.
import type { ScaModel } from "./sca-model.ts";

type FieldShape = {
  readonly loops: number;
  readonly scaPerLoop?: number;
  readonly rowPitch?: number;
};

/** Metres in the plant's frame (draft-writer.ts); `flow` is 1 or -1 along the axis. */
export type LoopPlace = {
  readonly hull: { along: number; across: number; alongSize: number; acrossSize: number };
  readonly scas: readonly { along: number; across: number; flow: 1 | -1 }[];
};

/** From this many loops on, the field has two header corridors and four bands of loops. */
const TWO_HEADERS_FROM = 80;
const HEADER_CORRIDOR = 34;
const END_ROAD = 24;
const CROSS_ROAD = 18;
const SCA_GAP = 2;
/** Width that is kept clear for the power block. */
const POWER_BLOCK_WIDTH = 230;

/**
 * The places of all loops, band by band from the north, each from west to east. Bands are in pairs on both
 * sides of a header corridor. The power block is in the middle of the field. The last band can be shorter,
 * as in real fields.
 */
export function loopPlaces(parameters: FieldShape, model: ScaModel): LoopPlace[] {
  const { loops, scaPerLoop = 4, rowPitch = model.apertureWidth * 3 } = parameters;
  const rowLength = rowLengthOf(parameters, model);
  const loopWidth = rowPitch * 2;
  const bands = bandMiddles(loops, rowLength);
  const blockLoops = blockLoopsOf(loops, loopWidth);
  const slots = Math.ceil((loops + blockLoops * 2) / bands.length);
  const places: LoopPlace[] = [];
  for (const [number, band] of bands.entries()) {
    // The two bands next to the middle leave room for the power block.
    const beside = bands.length === 2 || number === 1 || number === 2;
    for (let slot = 0; slot < slots && places.length < loops; slot++) {
      const fromMiddle = slot - (slots - 1) / 2;
      if (beside && Math.abs(fromMiddle) < blockLoops / 2) continue;
      const across = fromMiddle * loopWidth + Math.sign(fromMiddle || 1) * (CROSS_ROAD / 2);
      places.push(loopAt(band, across, rowPitch, rowLength, scaPerLoop, model));
    }
  }
  // Rounding in the middle can leave loops over, which are placed at the end.
  for (let extra = 0; places.length < loops; extra++) {
    const band = bands[bands.length - 1 - (extra % bands.length)];
    if (band === undefined) break;
    const row = slots + Math.floor(extra / bands.length);
    const across = (row - (slots - 1) / 2) * loopWidth + CROSS_ROAD / 2;
    places.push(loopAt(band, across, rowPitch, rowLength, scaPerLoop, model));
  }
  return places;
}

/** Where header pipes run from west to east: metres north of the middle of the field. */
export function headerMiddles(parameters: FieldShape, model: ScaModel): number[] {
  const rowLength = rowLengthOf(parameters, model);
  const bands = bandMiddles(parameters.loops, rowLength);
  const from = HEADER_CORRIDOR / 2 + rowLength / 2;
  return [...new Set(bands.map(({ middle, header }) => middle + header * from))];
}

/** Metres from west to east that are kept clear for the power block in the middle of the field; 0 without one. */
export function powerBlockWidth(parameters: FieldShape, model: ScaModel): number {
  const { loops, rowPitch = model.apertureWidth * 3 } = parameters;
  return blockLoopsOf(loops, rowPitch * 2) * rowPitch * 2;
}

function rowLengthOf({ scaPerLoop = 4 }: FieldShape, model: ScaModel): number {
  const perRow = Math.ceil(scaPerLoop / 2);
  return perRow * model.length + (perRow - 1) * SCA_GAP;
}

function blockLoopsOf(loops: number, loopWidth: number): number {
  return loops < 20 ? 0 : Math.ceil(POWER_BLOCK_WIDTH / loopWidth);
}

/** A band of loops: its centre along the axis, and the side of its header. */
type Band = { readonly middle: number; readonly header: 1 | -1 };

function bandMiddles(loops: number, rowLength: number): Band[] {
  const fromHeader = HEADER_CORRIDOR / 2 + rowLength / 2;
  if (loops < TWO_HEADERS_FROM) {
    return [
      { middle: fromHeader, header: -1 },
      { middle: -fromHeader, header: 1 },
    ];
  }
  const header = END_ROAD / 2 + rowLength + HEADER_CORRIDOR / 2;
  return [
    { middle: header + fromHeader, header: -1 },
    { middle: header - fromHeader, header: 1 },
    { middle: -header + fromHeader, header: -1 },
    { middle: -header - fromHeader, header: 1 },
  ];
}

function loopAt(
  { middle, header }: Band,
  across: number,
  rowPitch: number,
  rowLength: number,
  scaPerLoop: number,
  model: ScaModel,
): LoopPlace {
  const perRow = Math.ceil(scaPerLoop / 2);
  const step = model.length + SCA_GAP;
  // Away from the header in the first row, back to it in the second.
  const away: 1 | -1 = header === 1 ? -1 : 1;
  const back: 1 | -1 = header === 1 ? 1 : -1;
  const scas = Array.from({ length: scaPerLoop }, (_, i) => {
    const outward = i < perRow;
    const fromHeader = outward ? i : perRow - 1 - (i - perRow);
    return {
      along: middle - away * (rowLength / 2) + away * (fromHeader * step + model.length / 2),
      across: across + (outward ? -rowPitch / 2 : rowPitch / 2),
      flow: outward ? away : back,
    };
  });
  return {
    hull: {
      along: middle,
      across,
      alongSize: rowLength,
      acrossSize: rowPitch + model.apertureWidth,
    },
    scas,
  };
}
