// The losses of an analysis as the domain reads them: one source for the screen, the work list and the report.
import type { ColumnValues } from "../../domain/column/column.ts";
import type { Geometry, Twin } from "../../domain/component/component-index.ts";
import type { ComponentType, Technology } from "../../domain/component/component.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { leadKeyFigure } from "../../domain/key-figure/lead.ts";
import type { LossSettings } from "../../domain/loss/loss-settings.ts";
import type { LossSurvey } from "../../domain/loss/loss-split.ts";
import { modulesOf, type PoweredPlant } from "../../domain/loss/module-power.ts";
import { wiringOf, type Wiring } from "../../domain/loss/wiring.ts";

type ReadValues = {
  readonly key_figure_id: number;
  readonly values: ColumnValues;
  readonly limits: readonly number[];
  /** Read only for what may be faulty beside a loss: the viewer does not see the key figure. */
  readonly is_beside: boolean;
};

export type LossInput = {
  readonly technology: Technology;
  readonly power: PoweredPlant;
  readonly twin: Pick<Twin, "levels">;
  readonly settings: LossSettings;
  readonly values: readonly ReadValues[];
  readonly geometries: ReadonlyMap<ComponentType, Geometry>;
};

function plantWiring(modules: Geometry | undefined, settings: LossSettings): Wiring | null {
  return modules ? wiringOf(modules, settings) : null;
}

export function lossSurveyOf({
  technology,
  power,
  twin,
  settings,
  values,
  geometries,
}: LossInput): LossSurvey & { readonly geometryOf: (type: ComponentType) => Geometry } {
  const facts = new Map(
    values.map((one) => [keyFigureById(one.key_figure_id)?.key ?? "", one.values]),
  );
  const seen = values.filter(({ is_beside }) => !is_beside);
  const seenKeys = new Set(seen.map(({ key_figure_id }) => keyFigureById(key_figure_id)?.key));
  const figure = leadKeyFigure(seen.map(({ key_figure_id }) => key_figure_id));
  const lead = values.find(({ key_figure_id }) => key_figure_id === figure?.id);
  const exists = new Map(
    [...geometries].map(([type, { length }]) => [
      type,
      Uint8Array.from(length, (one) => (one > 0 ? 1 : 0)),
    ]),
  );
  const none = new Uint8Array();
  return {
    technology,
    valuesOf: (key) => (seenKeys.has(key) ? facts.get(key) : undefined),
    factsOf: (key) => facts.get(key),
    existsOf: (type) => exists.get(type) ?? none,
    parentOf: (type) => geometries.get(type)?.parent ?? none,
    geometryOf(type) {
      const geometry = geometries.get(type);
      if (!geometry) throw new RangeError(`the twin has no ${type}`);
      return geometry;
    },
    lead: figure && lead ? { figure, values: lead.values, limits: lead.limits } : null,
    plant: { ...power, ...modulesOf(twin), settings },
    wiring: plantWiring(geometries.get("module"), settings),
  };
}
