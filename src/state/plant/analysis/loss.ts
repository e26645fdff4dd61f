// What the components of the open analysis lose, and the repairs under a budget.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { keyFigureById } from "../../../domain/key-figure/key-figure.ts";
import { isLossKey } from "../../../domain/loss/component-loss.ts";
import type { LossSettings } from "../../../domain/loss/loss-settings.ts";
import type { LossSplit } from "../../../domain/loss/loss-split.ts";
import type { ModulePower } from "../../../domain/loss/module-power.ts";
import type { Recovery } from "../../../domain/loss/recovery.ts";
import type { ServerQuery } from "../../shell/query.ts";
import { analysisAtom } from "./analysis.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

type LossSummary = LossSplit & {
  readonly recovery: Recovery;
  /** Null for a plant without modules. */
  readonly module_power: ModulePower | null;
  readonly settings: LossSettings;
  readonly lead_key_figure_id: number | null;
};

/** Whether an imported file states the losses of the open analysis. */
export const statedLossAtom = atom((get) => {
  const analysis = get(analysisAtom);
  return (analysis?.stated_key_figure_ids ?? []).some((id) =>
    isLossKey(keyFigureById(id)?.key ?? ""),
  );
});

/** Idle while no analysis with results is open. */
export const lossAtom = plantQueryOf((_plant, get): ServerQuery<LossSummary> | null => {
  const analysis = get(analysisAtom);
  if (!analysis || analysis.key_figure_ids.length === 0) return null;
  const { id } = analysis;
  return {
    key: plantKey("loss", id),
    ask: (options) => call(api.loss.summary, { params: { id } }, options),
  };
});
