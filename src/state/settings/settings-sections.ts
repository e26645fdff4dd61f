// The sections of the settings of a plant. Who may change what a section is there for may open the page, and no one else:
// the page, the links to it and the calls of its forms read the same permissions.
import { api } from "../../api/index.ts";
import type { Permission } from "../../domain/account/permission.ts";
import type { CallName } from "../account/ask.ts";

/** `shows`: the call without which the section is not offered. `changes`: the permission of what it is there for. */
export const settingsSections = [
  {
    id: "properties",
    shows: "customComponentProperty.order",
    changes: api.customComponentProperty.order.permission,
  },
  {
    id: "key_figures",
    shows: "enabledKeyFigure.listEnabled",
    changes: api.enabledKeyFigure.enable.permission,
  },
  { id: "blueprints", shows: "blueprint.list", changes: api.blueprint.uploadKml.permission },
  { id: "terrain", shows: "elevation.upload", changes: api.elevation.upload.permission },
  { id: "models", shows: "plantModel.list", changes: api.plantModel.upload.permission },
  { id: "evaluation", shows: "evaluation.limits", changes: api.evaluation.updateLimits.permission },
  { id: "losses", shows: "loss.set", changes: api.loss.set.permission },
  { id: "batches", shows: "evaluationBatch.list", changes: api.evaluationBatch.create.permission },
] as const satisfies readonly {
  readonly id: string;
  readonly shows: CallName;
  readonly changes: Permission;
}[];

/** Who may open the settings of a plant. */
export const plantSettingsPermission = { any: settingsSections.map(({ changes }) => changes) };
