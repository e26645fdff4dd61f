// Maps the values of a key figure to colours, with the colours and limits of the legend.
import { differenceClasses, type DifferenceClass } from "../../domain/column/difference.ts";
import type { Direction, KeyFigure } from "../../domain/key-figure/key-figure.ts";
import type { Severity } from "../../domain/key-figure/key-figure-shape.ts";
import { RAMP_ENTRIES, rgbOf } from "../../domain/colour/colour.ts";
import {
  paletteOf,
  shareRamp,
  valueRampTexture,
  type PaletteChoice,
  type ValueRamp,
} from "../../domain/colour/value-ramp.ts";
import {
  differenceColours,
  severityColours,
  type ColourScheme,
} from "../../domain/colour/palette.ts";
import { classTexture } from "../../domain/colour/severity-colour.ts";
import { severityOf } from "../../domain/key-figure/severity.ts";
import type { RampBytes } from "../component-mesh/gpu-cache.ts";

export type Colouring = {
  /** `ramp`: by value; `class`: the value is the ramp's index; `severity`: the number of limits reached is. */
  readonly by: "ramp" | "class" | "severity";
  readonly ramp: RampBytes;
  /** Value of the first and the last ramp colour. */
  readonly domain: readonly [number, number];
  /** Watch, poor, act; then 0 where severity comes from the ramp, 1 higher is worse, 2 lower, 3 both. */
  readonly limits: readonly [number, number, number, number];
};

export type ColouringRequest = {
  readonly scheme: ColourScheme;
  readonly mode: "ramp" | "classes";
  readonly domain: readonly [number, number];
  /** The limits at this plant; empty where there are none. */
  readonly limits: readonly number[];
  /** The palettes of the user. */
  readonly palettes: PaletteChoice;
};

const BYTES = RAMP_ENTRIES * 8;
const NO_LIMITS = [0, 0, 0, 0] as const;
/** No float32 value reaches it. */
const BEYOND = 3.4e38;

const directionCode: Record<Direction, number> = {
  higher_is_worse: 1,
  lower_is_worse: 2,
  both: 3,
  neutral: 1,
};

const known = new Map<string, RampBytes>();

/** One array per content, so that the GPU keeps one texture for it. */
function cachedRamp(key: string, make: () => Uint8Array): RampBytes {
  const bytes = known.get(key) ?? new Uint8Array(BYTES);
  if (!known.has(key)) {
    bytes.set(make());
    known.set(key, bytes);
  }
  return bytes;
}

/** The colouring of a key figure as the legend shows it. */
export function colouringOf(keyFigure: KeyFigure, request: ColouringRequest): Colouring {
  const { scheme, mode, domain, limits, palettes } = request;
  if (keyFigure.kind === "u8") {
    const ramp = cachedRamp(`class ${keyFigure.id} ${scheme}`, () => {
      const bytes = new Uint8Array(BYTES);
      bytes.set(classTexture(keyFigure, scheme));
      for (const { value } of keyFigure.classes) {
        bytes[(RAMP_ENTRIES + value) * 4] = severityOf(keyFigure, value);
      }
      return bytes;
    });
    return { by: "class", ramp, domain, limits: NO_LIMITS };
  }
  const reached = limitVector(keyFigure.direction, limits);
  if (mode === "classes" && limits.length > 0) {
    const ramp = cachedRamp(`severity ${scheme}`, () => severityBytes(scheme));
    return { by: "severity", ramp, domain, limits: reached };
  }
  const ramp = valueRampBytes(keyFigure, scheme, palettes);
  return { by: "ramp", ramp, domain, limits: reached };
}

function valueRampBytes(
  keyFigure: ValueRamp,
  scheme: ColourScheme,
  palettes: PaletteChoice,
): RampBytes {
  const key = `ramp ${paletteOf(keyFigure, palettes)} ${keyFigure.direction} ${scheme}`;
  return cachedRamp(key, () => valueRampTexture(keyFigure, scheme, palettes));
}

function limitVector(
  direction: Direction,
  limits: readonly number[],
): readonly [number, number, number, number] {
  if (limits.length === 0) return NO_LIMITS;
  const code = directionCode[direction];
  const never = code === 2 ? -BEYOND : BEYOND;
  const [watch = never, poor = never, act = never] = limits;
  return [watch, poor, act, code];
}

function severityBytes(scheme: ColourScheme): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  for (const severity of [0, 1, 2, 3] as const) {
    bytes.set([...rgbOf(severityColours[scheme][severity]), 255], severity * 4);
    bytes[(RAMP_ENTRIES + severity) * 4] = severity;
  }
  return bytes;
}

/** Stripes for worse and dots for better, to distinguish the two without colour. */
const differenceSeverity: Record<DifferenceClass, Severity> = {
  worse: 2,
  same: 0,
  better: 1,
  cannot_tell: 0,
  only_newer: 0,
  only_older: 0,
  unknown: 0,
};
const UNKNOWN_ALPHA = 90;

/** The colouring of a difference column (domain/column/difference.ts). */
export function differenceColouring(scheme: ColourScheme): Colouring {
  const ramp = cachedRamp(`difference ${scheme}`, () => {
    const bytes = new Uint8Array(BYTES);
    differenceClasses.forEach((one, at) => {
      const alpha = one === "unknown" ? UNKNOWN_ALPHA : 255;
      bytes.set([...rgbOf(differenceColours[scheme][one]), alpha], at * 4);
      bytes[(RAMP_ENTRIES + at) * 4] = differenceSeverity[one];
    });
    return bytes;
  });
  return { by: "class", ramp, domain: [0, differenceClasses.length - 1], limits: NO_LIMITS };
}

/** The colouring of a share (0 to 1) of children past a limit. */
export function shareColouring(scheme: ColourScheme, palettes: PaletteChoice): Colouring {
  const ramp = valueRampBytes(shareRamp, scheme, palettes);
  return { by: "ramp", ramp, domain: [0, 1], limits: NO_LIMITS };
}
