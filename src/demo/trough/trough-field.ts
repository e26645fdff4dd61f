// A synthetic parabolic-trough field: loops on both sides of header corridors around a power block.
import type { LonLat } from "../../domain/geometry/plane.ts";
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { frameAt, levelWriter, numbered, type LevelWriter } from "../draft-writer.ts";
import { scaModels, type ScaModel, type ScaModelId } from "./sca-model.ts";
import { loopPlaces, type LoopPlace } from "./trough-layout.ts";

export type TroughFieldParameters = {
  /** Centre of the field, longitude and latitude in degrees. */
  readonly origin: LonLat;
  readonly loops: number;
  readonly model: ScaModelId | ScaModel;
  /** Assemblies in series per loop, in two rows like a U; default 4. */
  readonly scaPerLoop?: number;
  /** Metres between the axes of two rows; default 3 apertures. */
  readonly rowPitch?: number;
  /** Direction of the collector axis in degrees clockwise from north; default 0. */
  readonly axisAzimuth?: number;
};

export type TroughCounts = {
  readonly loop: number;
  readonly sca: number;
  readonly sce: number;
  readonly absorber_tube: number;
  readonly mirror: number;
};

/** The collector model of a field. */
export function scaModelOf({ model }: Pick<TroughFieldParameters, "model">): ScaModel {
  return typeof model === "string" ? scaModels[model] : model;
}

/** The number of components of the field, without generating it. */
export function troughCounts(parameters: TroughFieldParameters): TroughCounts {
  const model = scaModelOf(parameters);
  const sca = parameters.loops * (parameters.scaPerLoop ?? 4);
  const sce = sca * model.scePerSca;
  return {
    loop: parameters.loops,
    sca,
    sce,
    absorber_tube: sce * model.tubesPerSce,
    mirror: sce * model.mirrorsAlong * model.mirrorsAcross,
  };
}

/** Gap for the drive between the two halves of an assembly, in metres. */
export const DRIVE_GAP = 1.2;
const GLASS_DIAMETER = 0.12;
/** Metres above ground: rotation axis of the assembly and the absorber with the trough facing up. */
const AXIS_HEIGHT = 3;
const ABSORBER_HEIGHT = 4.7;

/**
 * The field as a twin draft, all levels with parents, in the order of the flow: the first assembly
 * of a loop is the cold one, the last the hot one; elements, tubes and mirrors follow the flow too.
 */
export function generateTroughField(parameters: TroughFieldParameters): TwinDraft {
  const { loops, axisAzimuth = 0 } = parameters;
  if (!Number.isInteger(loops) || loops < 1) throw new RangeError("a field has at least one loop");
  const model = scaModelOf(parameters);
  const counts = troughCounts(parameters);
  const frame = frameAt(parameters.origin, axisAzimuth);
  const writers = {
    loop: levelWriter("loop", counts.loop, frame),
    sca: levelWriter("sca", counts.sca, frame),
    sce: levelWriter("sce", counts.sce, frame),
    absorber_tube: levelWriter("absorber_tube", counts.absorber_tube, frame),
    mirror: levelWriter("mirror", counts.mirror, frame),
  };
  const digits = Math.max(3, String(loops).length);
  for (const [number, place] of loopPlaces(parameters, model).entries()) {
    addLoop(writers, model, place, `L${numbered(number + 1, digits)}`);
  }
  return {
    technology: "parabolic_trough",
    levels: [
      writers.loop.finish(),
      writers.sca.finish(),
      writers.sce.finish(),
      writers.absorber_tube.finish(),
      writers.mirror.finish(),
    ],
  };
}

type Writers = Record<keyof TroughCounts, LevelWriter>;

function addLoop(writers: Writers, model: ScaModel, place: LoopPlace, name: string): void {
  const loop = writers.loop.add(name, 0xffffffff, { ...place.hull, height: AXIS_HEIGHT });
  for (const [number, { along, across, flow }] of place.scas.entries()) {
    const scaName = `${name}.S${number + 1}`;
    const sca = writers.sca.add(scaName, loop, {
      along,
      across,
      alongSize: model.length,
      acrossSize: model.apertureWidth,
      height: AXIS_HEIGHT,
    });
    addElements(writers, model, { along, across, flow }, sca, scaName);
  }
}

type ScaPlace = LoopPlace["scas"][number];

function addElements(
  writers: Writers,
  model: ScaModel,
  { along, across, flow }: ScaPlace,
  sca: number,
  scaName: string,
): void {
  const pitch = (model.length - DRIVE_GAP) / model.scePerSca;
  const size = { alongSize: pitch - 0.3, acrossSize: model.apertureWidth, height: AXIS_HEIGHT };
  for (let e = 0; e < model.scePerSca; e++) {
    const fromMiddle = (e + 0.5 - model.scePerSca / 2) * pitch;
    const middle = along + flow * (fromMiddle + Math.sign(fromMiddle) * (DRIVE_GAP / 2));
    const name = `${scaName}.E${numbered(e + 1, 2)}`;
    const sce = writers.sce.add(name, sca, { along: middle, across, ...size });
    addTubesAndMirrors(writers, model, { along: middle, across, flow }, sce, name);
  }
}

function addTubesAndMirrors(
  writers: Writers,
  model: ScaModel,
  { along, across, flow }: ScaPlace,
  sce: number,
  name: string,
): void {
  const length = (model.length - DRIVE_GAP) / model.scePerSca - 0.3;
  const tubeLength = length / model.tubesPerSce;
  for (let t = 0; t < model.tubesPerSce; t++) {
    writers.absorber_tube.add(`${name}.T${t + 1}`, sce, {
      along: along + flow * ((t + 0.5) * tubeLength - length / 2),
      across,
      alongSize: tubeLength - 0.1,
      acrossSize: GLASS_DIAMETER,
      height: ABSORBER_HEIGHT,
    });
  }
  const mirrorLength = length / model.mirrorsAlong;
  const mirrorWidth = model.apertureWidth / model.mirrorsAcross;
  for (let i = 0; i < model.mirrorsAlong; i++) {
    for (let j = 0; j < model.mirrorsAcross; j++) {
      writers.mirror.add(`${name}.M${numbered(i * model.mirrorsAcross + j + 1, 2)}`, sce, {
        along: along + flow * ((i + 0.5) * mirrorLength - length / 2),
        across: across + flow * ((j + 0.5) * mirrorWidth - model.apertureWidth / 2),
        alongSize: mirrorLength - 0.02,
        acrossSize: mirrorWidth - 0.02,
        height: AXIS_HEIGHT - 0.2,
      });
    }
  }
}
