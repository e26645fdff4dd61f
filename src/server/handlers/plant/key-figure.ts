// The catalogue of key figures and technologies, as data and with names.
import type { keyFigureApi } from "../../../api/plant/key-figure.ts";
import {
  componentTypes,
  componentTypesOf,
  technologies,
} from "../../../domain/component/component.ts";
import { keyFigures, keyFiguresOf, type KeyFigure } from "../../../domain/key-figure/key-figure.ts";
import type { Handlers } from "../../implement.ts";
import { translate } from "../../translate.ts";

export const keyFigureHandlers: Handlers<typeof keyFigureApi> = {
  list: async () =>
    keyFigures.map(({ classes, limits, range, hidden_by, expert, ...keyFigure }) => ({
      ...keyFigure,
      classes: [...classes],
      limits: [...limits],
      range: [range[0], range[1]],
      hidden_by: hidden_by ?? null,
      expert: expert ?? false,
    })),

  listTechnologies: async () =>
    technologies.map((technology) => ({
      technology,
      component_types: componentTypesOf(technology).map((component_type) => ({
        component_type,
        parent: componentTypes[component_type].parent,
      })),
      key_figure_ids: keyFiguresOf(technology).map(({ id }) => id),
    })),

  listNamed: async (_, { params, query }) =>
    keyFiguresOf(params.technology).map((keyFigure) => named(keyFigure, query.locale)),
};

function named({ id, key, component_type, unit, classes }: KeyFigure, locale: string) {
  const text = (of: string) => translate(locale, `key-figure:${key}.${of}`);
  return {
    id,
    key,
    component_type,
    unit,
    name: text("name"),
    description: text("description"),
    classes: classes.map((one) => ({ ...one, name: text(`classes.${one.key}`) })),
  };
}
