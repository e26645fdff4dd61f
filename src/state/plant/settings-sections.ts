// The sections of the settings of a plant. Who may change what a section is there for may open the page, and no one else:
// the page and the links to it read the same permissions, which a test compares with those of the calls. The calls themselves
// are not loaded here: the page of the sign-in has the list of panels.
import type { Permission } from "../../domain/account/permission.ts";
import type { CallName } from "../account/ask.ts";

/** `shows`: the call without which the section is not offered. `changes`: the permission of what it is there for. */
export const settingsSections = [
  {
    id: "properties",
    shows: "customComponentProperty.order",
    changes: "MANAGE_CUSTOM_COMPONENT_PROPERTY",
  },
  {
    id: "key_figures",
    shows: "enabledKeyFigure.listEnabled",
    changes: "MANAGE_ENABLED_PI_FIELD",
  },
  { id: "blueprints", shows: "blueprint.list", changes: "MANAGE_PLANT_BLUEPRINT" },
  { id: "terrain", shows: "elevation.upload", changes: "EDIT_FLIGHT_AREA_POLYGON" },
  { id: "models", shows: "plantModel.list", changes: "UPLOAD_DIGITAL_TWIN" },
  { id: "evaluation", shows: "evaluation.limits", changes: "UPDATE_PLANT" },
  { id: "losses", shows: "loss.set", changes: "UPDATE_PLANT" },
  { id: "batches", shows: "evaluationBatch.list", changes: "MANAGE_EVALUATION_BATCH" },
] as const satisfies readonly {
  readonly id: string;
  readonly shows: CallName;
  readonly changes: Permission;
}[];

/** Who may open the settings of a plant. */
export const plantSettingsPermission = {
  any: [...new Set(settingsSections.map(({ changes }) => changes))],
};
