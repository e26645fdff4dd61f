// Findings with images of a trough analysis: the worst tubes and damaged mirrors.
import type { TwinDraft } from "../../domain/twin/twin-draft.ts";
import { reader, worstRows, type Finding, type ReadValue } from "../finding.ts";
import type { ScaModel } from "./sca-model.ts";
import type { AnalysisColumns, AnalysisConditions } from "../analysis.ts";
import { troughLevels, type TroughLevels } from "./trough-levels.ts";
import { thermalTube, visibleTube, type TubeScene } from "./tube-image.ts";

/** Maximum number of findings with images, by kind. */
const MAX_FINDINGS = {
  missingGlass: 4,
  severe: 8,
  moderate: 4,
  begins: 2,
  mirrorGone: 2,
  mirrorBroken: 3,
};

export function troughFindings(
  draft: TwinDraft,
  model: ScaModel,
  columns: AnalysisColumns,
  conditions: AnalysisConditions,
): Finding[] {
  const levels = troughLevels(draft);
  const value = reader(columns);
  const tubes = levels.absorber_tube.count;
  const ofClass = (wanted: number, most: number) =>
    worstRows(tubes, most, (row) =>
      value("glass_tube_temperature", row) === wanted ? value("heat_loss", row) : NaN,
    );
  const rows = [
    ...worstRows(tubes, MAX_FINDINGS.missingGlass, (row) =>
      value("missing_glass_tube", row) === 1 ? value("heat_loss", row) : NaN,
    ),
    ...ofClass(4, MAX_FINDINGS.severe),
    ...ofClass(3, MAX_FINDINGS.moderate),
    ...ofClass(2, MAX_FINDINGS.begins),
  ];
  const damaged = (key: string, wanted: number, most: number) =>
    worstRows(levels.mirror.count, most, (row) => (value(key, row) === wanted ? -row : NaN));
  const mirrors = [
    ...damaged("mirror_missing", 1, MAX_FINDINGS.mirrorGone),
    ...damaged("mirror_damage", 3, MAX_FINDINGS.mirrorBroken),
  ];
  const context = { levels, model, value, conditions };
  return [
    ...rows.map((row) => findingOf("absorber_tube", row, tubeScene(context, row))),
    ...mirrors.map((row) => findingOf("mirror", row, mirrorScene(context, row))),
  ];
}

function findingOf(
  component_type: "absorber_tube" | "mirror",
  row: number,
  scene: TubeScene,
): Finding {
  return {
    component_type,
    row,
    thermal: () => thermalTube(scene),
    visible: () => visibleTube(scene),
  };
}

type SceneContext = {
  readonly levels: TroughLevels;
  readonly model: ScaModel;
  readonly value: ReadValue;
  readonly conditions: AnalysisConditions;
};

function tubeScene({ levels, model, value, conditions }: SceneContext, row: number): TubeScene {
  const healthy = conditions.ambient + 20;
  const beside = [row - 1, row + 1]
    .map((near) => value("infrared_intensity", near))
    .filter((glass) => !Number.isNaN(glass));
  const perSce = model.mirrorsAlong * model.mirrorsAcross;
  const sce = levels.absorber_tube.parent[row] ?? 0;
  const brokenMirrors = Array.from({ length: perSce }, (_, i) => i)
    .filter((i) => isDamaged(value, sce * perSce + i))
    .map((i) => mirrorPlace(model, value, sce * perSce + i));
  return {
    seed: row,
    glass: value("infrared_intensity", row),
    neighbours: Math.min(...beside, healthy + 25),
    ambient: conditions.ambient,
    isGlassMissing: value("missing_glass_tube", row) === 1,
    brokenMirrors,
  };
}

function mirrorScene({ levels, model, value, conditions }: SceneContext, row: number): TubeScene {
  const sce = levels.mirror.parent[row] ?? 0;
  const tube = sce * model.tubesPerSce + 1;
  const glass = value("infrared_intensity", tube);
  const healthy = Number.isNaN(glass) ? conditions.ambient + 20 : glass;
  return {
    seed: row,
    glass: healthy,
    neighbours: healthy,
    ambient: conditions.ambient,
    isGlassMissing: false,
    brokenMirrors: [mirrorPlace(model, value, row)],
  };
}

function isDamaged(value: ReadValue, mirror: number): boolean {
  return value("mirror_missing", mirror) === 1 || value("mirror_damage", mirror) === 3;
}

function mirrorPlace(
  model: ScaModel,
  value: ReadValue,
  mirror: number,
): TubeScene["brokenMirrors"][number] {
  const inSce = mirror % (model.mirrorsAlong * model.mirrorsAcross);
  return {
    column: Math.floor(inSce / model.mirrorsAcross),
    row: inSce % model.mirrorsAcross,
    isMissing: value("mirror_missing", mirror) === 1,
  };
}
