// What losses of a plant cost: its settings.
import type { lossApi } from "../../api/loss.ts";
import { settingsWith, type LossSettings } from "../../domain/loss/loss-settings.ts";
import type { Handlers } from "../implement.ts";
import { changeWithAudit } from "../store/account/audit.ts";
import { readLossSettings, storeLossSettings } from "../store/plant/loss-settings.ts";

export const lossHandlers: Handlers<typeof lossApi> = {
  read: async ({ db }, { plant }) => shown(await readLossSettings(db, plant.id)),

  async set(context, { plant, body }) {
    await changeWithAudit(
      context,
      (db) => storeLossSettings(db, plant.id, body),
      () => ({ action: "set_loss_settings", detail: { plant_id: plant.id, ...body } }),
    );
    return shown(body);
  },
};

function shown(own: Partial<LossSettings> | null) {
  return { settings: settingsWith(own), own: Object.keys(own ?? {}) };
}
