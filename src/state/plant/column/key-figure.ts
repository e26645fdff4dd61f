// The current key figure, its column, and its severity limits at this plant.
import { atom, type Getter, type Setter } from "jotai";
import {
  keyFigureById,
  visibleKeyFigures,
  type KeyFigure,
} from "../../../domain/key-figure/key-figure.ts";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { reloadPlants } from "../../settings/plants.ts";
import { doUndoably, undoable } from "../../shell/undoable.ts";
import { summariesAtom } from "./column.ts";
import { idle, valueOf, type Loaded } from "../../shell/loaded.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "../plant.ts";
import { change } from "../../shell/mutation.ts";
import type { ServerQuery } from "../../shell/query.ts";
import { reloadCounted } from "./counted.ts";
import { meAtom } from "../../account/me.ts";
import { overtaken, stepKind } from "../../shell/step-kind.ts";
import { recordStep } from "../../shell/undo.ts";
import { perPlant, plantLifetime } from "../../shell/lifetime.ts";

export const keyFigureIdAtom = undoable<number | null>(null, "key_figure");

/** The catalogue row of the current key figure, or undefined. */
export const keyFigureAtom = atom((get) => {
  const id = get(keyFigureIdAtom);
  return id === null ? undefined : keyFigureById(id);
});

/** The key figures of the current analysis that the viewer may choose, in the catalogue's order. */
export const keyFiguresAtom = atom((get): readonly KeyFigure[] => {
  const ids = new Set(valueOf(get(summariesAtom))?.map(({ key_figure_id }) => key_figure_id));
  const present = [...ids]
    .map(keyFigureById)
    .filter((keyFigure) => keyFigure !== undefined)
    .toSorted((a, b) => a.id - b.id);
  return visibleKeyFigures(present, valueOf(get(meAtom))?.show_all_key_figures);
});

/** Summary of the current key figure's column in the current analysis; undefined where there is none. */
export const summaryAtom = atom((get) =>
  valueOf(get(summariesAtom))?.find((summary) => summary.key_figure_id === get(keyFigureIdAtom)),
);

/** The current column: `failed` where it could not be fetched, `ready` with its hash once decoded. */
export const columnAtom = perPlant<Loaded<{ hash: string }>>(idle);

type KeyFigureLimits = { readonly key_figure_id: number; readonly limits: readonly number[] };

/** The severity limits set at a plant; the other key figures have the catalogue's limits. */
export function limitsQuery(id: number): ServerQuery<readonly KeyFigureLimits[]> {
  return {
    key: plantKey("limits"),
    ask: (options) => call(api.plant.readLimits, { params: { id } }, options),
  };
}

const limitsQueryAtom = plantQueryOf(limitsQuery);

/** Severity limits set at this plant, by key-figure id; a missing entry means the catalogue's limits. */
export const plantLimitsAtom = atom((get): ReadonlyMap<number, readonly number[]> => {
  const rows = valueOf(get(limitsQueryAtom)) ?? [];
  return new Map(rows.map(({ key_figure_id, limits }) => [key_figure_id, limits]));
});

/** A function that returns the limits of a key figure at this plant. */
export const limitsOfAtom = atom((get) => {
  const plantLimits = get(plantLimitsAtom);
  return (keyFigure: KeyFigure): readonly number[] =>
    plantLimits.get(keyFigure.id) ?? keyFigure.limits;
});

/** The limits of the current key figure at this plant. */
export const limitsAtom = atom((get): readonly number[] => {
  const keyFigure = get(keyFigureAtom);
  return keyFigure ? get(limitsOfAtom)(keyFigure) : [];
});

/** Makes another key figure the current one. */
export const chooseKeyFigure = atom(null, (_get, set, id: number) => {
  set(doUndoably, {
    name: "workbench:step.choose_key_figure",
    values: { key_figure_id: id },
    change: (_get, set) => set(keyFigureIdAtom, id),
  });
});

const sendLimits = atom(
  null,
  async (get, _set, key_figure_id: number, limits: readonly number[]) => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const body = { key_figure_id, limits: [...limits] };
    await change<readonly KeyFigureLimits[], readonly KeyFigureLimits[]>({
      key: plantKey("limits"),
      send: () => call(api.plant.updateLimits, { params: { id }, body }),
      keep: (_known, all) => all,
    });
    // The plant list, the headline and all else that is counted count with these limits.
    void reloadPlants();
    void reloadCounted();
  },
);

type LimitsState = {
  readonly id: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
};
/** Puts limits in the place of those that the step knows, if they are still there. */
const replaceLimits = (
  get: Getter,
  set: Setter,
  id: number,
  [known, next]: readonly [readonly number[], readonly number[]],
): Promise<void> => {
  if (String(get(plantLimitsAtom).get(id) ?? []) !== String(known)) throw overtaken();
  return set(sendLimits, id, next);
};
const limitsStep = stepKind<LimitsState>({
  name: "limits change",
  undo: (get, set, { id, before, after }) => replaceLimits(get, set, id, [after, before]),
  redo: (get, set, { id, before, after }) => replaceLimits(get, set, id, [before, after]),
});

/** Sets the limits of a key figure at this plant; none restores the catalogue's. Rejects with the refusal. */
export const setLimits = atom(null, async (get, set, id: number, limits: readonly number[]) => {
  const before = get(plantLimitsAtom).get(id) ?? [];
  const { signal } = plantLifetime();
  await set(sendLimits, id, limits);
  if (signal.aborted) return;
  set(recordStep, {
    name: "workbench:step.limits",
    ...limitsStep({ id, before, after: limits }),
  });
});
