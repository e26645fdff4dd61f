// The key figures that a plant shows.
import type { Technology } from "../../domain/component/component.ts";
import {
  keyFigureIdsShape,
  keyFigureSwitchRefusal,
} from "../../domain/key-figure/enabled-key-figure.ts";
import { endpoint } from "../endpoint.ts";
import { idParams } from "./plant.ts";

const scope = { plant: "id" } as const;
type Switched = {
  readonly technology: Technology;
  readonly key_figure_ids: readonly number[];
};
const permission = "MANAGE_ENABLED_PI_FIELD";

export const enabledKeyFigureApi = {
  listEnabled: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/enabled-pi-fields",
    summary: "The enabled key figures of the plant's technology.",
    permission,
    scope,
    params: idParams,
    answer: keyFigureIdsShape,
  }),
  listDisabled: endpoint({
    method: "GET",
    path: "/auth/plant/{id}/disabled-pi-fields",
    summary: "The disabled key figures of the plant.",
    permission: { any: [permission, "READ_ALL_PLANT"] },
    scope,
    params: idParams,
    answer: keyFigureIdsShape,
    offline: "performance indicators",
  }),
  enable: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/enabled-pi-fields",
    summary: "Enables these key figures; others stay unchanged. Answers the enabled ones.",
    permission,
    refusal: (_, { technology, key_figure_ids }: Switched) =>
      keyFigureSwitchRefusal(technology, key_figure_ids),
    refusalCode: "BAD_REQUEST",
    scope,
    params: idParams,
    body: keyFigureIdsShape,
    answer: keyFigureIdsShape,
  }),
  disable: endpoint({
    method: "POST",
    path: "/auth/plant/{id}/disabled-pi-fields",
    summary: "Disables these key figures; others stay unchanged. Answers the disabled ones.",
    permission,
    refusal: (_, { technology, key_figure_ids }: Switched) =>
      keyFigureSwitchRefusal(technology, key_figure_ids),
    refusalCode: "BAD_REQUEST",
    scope,
    params: idParams,
    body: keyFigureIdsShape,
    answer: keyFigureIdsShape,
  }),
};
