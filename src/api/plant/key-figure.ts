// The catalogue: technologies, their component types and key figures. It is the same for every plant and
// customer, and the browser has it already, so a session is enough to read it.
import { z } from "zod";
import { localeShape } from "../../domain/account/profile.ts";
import { componentTypeShape } from "../../domain/column/filter.ts";
import { technologies } from "../../domain/component/component.ts";
import { endpoint } from "../endpoint.ts";

const technologyShape = z.enum(technologies);
const classShape = z.object({
  value: z.number().int(),
  key: z.string(),
  /** 0 good, 1 watch, 2 poor, 3 act now. */
  severity: z.number().int(),
});

const keyFigureAnswer = z.object({
  id: z.number().int(),
  key: z.string(),
  technology: technologyShape,
  component_type: componentTypeShape,
  unit: z.string(),
  kind: z.enum(["f32", "u8"]),
  direction: z.enum(["higher_is_worse", "lower_is_worse", "both", "neutral"]),
  classes: z.array(classShape),
  /** The catalogue's severity limits; a plant may have its own. */
  limits: z.array(z.number()),
  range: z.tuple([z.number(), z.number()]),
  step: z.number(),
  /** Key figure that hides this one where it has values. */
  hidden_by: z.number().int().nullable(),
  expert: z.boolean(),
});

const namedKeyFigureAnswer = keyFigureAnswer
  .pick({ id: true, key: true, component_type: true, unit: true })
  .extend({
    name: z.string(),
    description: z.string(),
    classes: z.array(classShape.extend({ name: z.string() })),
  });

export const keyFigureApi = {
  list: endpoint({
    method: "GET",
    path: "/auth/key-figures",
    summary: "The catalogue of key figures, by ID.",
    permission: null,
    scope: null,
    answer: z.array(keyFigureAnswer),
  }),
  listTechnologies: endpoint({
    method: "GET",
    path: "/auth/technologies",
    summary: "The technologies with their component types, top of the hierarchy first.",
    permission: null,
    scope: null,
    answer: z.array(
      z.object({
        technology: technologyShape,
        component_types: z.array(
          z.object({ component_type: componentTypeShape, parent: componentTypeShape.nullable() }),
        ),
        key_figure_ids: z.array(z.number().int()),
      }),
    ),
  }),
  listNamed: endpoint({
    method: "GET",
    path: "/auth/performance-indicators/{technology}",
    summary: "The names of a technology's key figures in one language, English by default.",
    permission: null,
    scope: null,
    params: z.object({ technology: technologyShape }),
    query: z.object({ locale: localeShape.default("en") }),
    answer: z.array(namedKeyFigureAnswer),
  }),
};
