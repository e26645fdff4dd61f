// What was decided of the findings of the plant: read, changed, undone, talked about.
import { atom } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import { withFinished } from "../../../domain/finding/finding-change.ts";
import type {
  FindingFields,
  FindingHistory,
  FindingLife,
  FindingPeople,
  FindingPlace,
  FindingsChanged,
  FindingTarget,
} from "../../../domain/finding/finding-life.ts";
import type { RepairRate } from "../../../domain/finding/repair-rate.ts";
import { hasCallAtom } from "../../account/ask.ts";
import { offlineAtom } from "../../account/offline.ts";
import { waitingFinishedAtom } from "../../observation/waiting.ts";
import { perPlantValue, plantLifetime } from "../../shell/lifetime.ts";
import { updateAnswer } from "../../shell/mutation.ts";
import { reload, type ServerQuery } from "../../shell/query.ts";
import { stepKind } from "../../shell/step-kind.ts";
import { recordStep } from "../../shell/undo.ts";
import { analysisIdAtom } from "../analysis/analysis.ts";
import { plantIdAtom, plantKey, plantQueryOf } from "../plant.ts";
import { readLives } from "./read-lives.ts";
import { nothingChanged } from "./words.ts";
import { foundSerialsKey, serialsKey } from "../serial-number.ts";

type Lives = readonly FindingLife[];
export const livesKey = () => plantKey("finding-lives");
const historyKey = () => plantKey("finding-history");
const ratesKey = () => plantKey("repair-rates");

/** Idle for viewers who may not see them. */
const storedLivesAtom = plantQueryOf((id, get): ServerQuery<Lives> | null => {
  const isOffline = get(offlineAtom) !== null;
  if (!get(hasCallAtom)("findingLife.list")) return null;
  return { key: livesKey(), ask: (options) => readLives(id, isOffline, options) };
});

/** As the server has them, and done where this device says so in what is not sent yet. */
export const livesAtom = atom((get) => {
  const stored = get(storedLivesAtom);
  const finished = get(waitingFinishedAtom);
  if (stored.state !== "ready" || finished.size === 0) return stored;
  return { ...stored, value: withFinished(stored.value, finished) };
});

/** Users and crews that findings can be given to. */
export const findingPeopleAtom = plantQueryOf((id, get): ServerQuery<FindingPeople> | null =>
  get(hasCallAtom)("findingLife.people")
    ? {
        key: plantKey("finding-people"),
        ask: (options) => call(api.findingLife.people, { params: { id } }, options),
      }
    : null,
);

/** How many repairs held; counted again after each change. */
export const repairRatesAtom = plantQueryOf((id, get): ServerQuery<readonly RepairRate[]> | null =>
  get(hasCallAtom)("findingLife.rates")
    ? {
        key: ratesKey(),
        ask: (options) => call(api.findingLife.rates, { params: { id } }, options),
      }
    : null,
);

/** The history of one finding of the plant. */
export function historyOf(life_id: number) {
  return plantQueryOf((id): ServerQuery<FindingHistory> => ({
    key: [...historyKey(), life_id],
    ask: (options) => call(api.findingLife.history, { params: { id, life_id } }, options),
  }));
}

/** Fetches again what was decided. */
export function reloadLives(): Promise<void> {
  return reload(livesKey());
}

const seenVersions = perPlantValue(() => new Map<string, string>());

/**
 * Loads again what a panel shows where the server says that something changed since it was loaded last: the lists of a
 * large plant have megabytes.
 * @param what names what `load` loads
 */
export const followFindings = atom(
  null,
  async (get, _set, what: string, load: () => Promise<unknown>): Promise<void> => {
    const id = get(plantIdAtom);
    if (id === null) return;
    const { signal } = plantLifetime();
    const seen = seenVersions();
    const { version } = await call(api.findingLife.version, { params: { id } });
    if (signal.aborted || seen.get(what) === version) return;
    await load();
    seen.set(what, version);
  },
);

/** Puts findings in place of what is known of them. */
export function keepLives(changed: Lives): void {
  const ids = new Set(changed.map(({ id }) => id));
  updateAnswer<Lives>(livesKey(), (known) => [
    ...known.filter(({ id }) => !ids.has(id)),
    ...changed,
  ]);
  void reload(historyKey());
  void reload(ratesKey());
  // What is done or dismissed is no repair any more.
  for (const asked of ["repairs", "loss", "component"]) void reload(plantKey(asked));
}

/** A component that its maker has replaced has another serial number, and the former one after an undo. */
function reloadSerials(): void {
  void reload(serialsKey());
  void reload(foundSerialsKey());
}

/** The version of a finding that a change is based on. */
export function targetOf(place: FindingPlace, life: FindingLife | null): FindingTarget {
  const { component_type, dt_id, fault_type } = place;
  return { component_type, dt_id, fault_type, revision: life?.revision ?? 0 };
}

const send = async (id: number, findings: readonly FindingTarget[], set: FindingFields) => {
  const { signal } = plantLifetime();
  try {
    const body = { findings: [...findings], set };
    const answer = await call(api.findingLife.change, { params: { id }, body });
    if (!signal.aborted) {
      keepLives(answer.findings);
      if (set.crew) void reload(plantKey("finding-people"));
      if (set.new_serial) reloadSerials();
    }
    return answer;
  } catch (cause) {
    // What somebody else has made of them is shown.
    if (!signal.aborted) void reload(livesKey());
    throw cause;
  }
};

const undoOnServer = async (id: number, step_id: number) => {
  const { signal } = plantLifetime();
  const answer = await call(api.findingLife.undo, { params: { id, step_id } });
  if (!signal.aborted) {
    keepLives(answer.findings);
    reloadSerials();
  }
  return answer;
};

type FindingState = {
  readonly plantId: number;
  readonly analysisId: number;
  readonly fields: FindingFields;
  /** The step of the server's history, and the findings as it left them. */
  readonly step_id: number | null;
  readonly targets: readonly FindingTarget[];
};
const stateOf = ({ step_id, findings }: FindingsChanged) => ({
  step_id,
  targets: findings.map((one) => targetOf(one, one)),
});
// The server refuses both where a finding was changed meanwhile.
const findingStep = stepKind<FindingState>({
  name: "finding change",
  undo: async (_get, _set, state) => ({
    ...state,
    ...stateOf(await undoOnServer(state.plantId, state.step_id ?? 0)),
  }),
  redo: async (_get, _set, state) => ({
    ...state,
    ...stateOf(await send(state.analysisId, state.targets, state.fields)),
  }),
});

/**
 * Changes findings, all or none; one step that can be undone. Rejects with the refusal, and with CONFLICT and both
 * `versions` where one was changed meanwhile.
 */
export const changeFindings = atom(
  null,
  async (get, set, findings: readonly FindingTarget[], fields: FindingFields) => {
    const [plantId, analysisId] = [get(plantIdAtom), get(analysisIdAtom)];
    if (plantId === null) return;
    // A change is made in view of an analysis: without one nothing is said to be done.
    if (analysisId === null) throw nothingChanged([], fields, false);
    const { signal } = plantLifetime();
    const latest = await send(analysisId, findings, fields);
    if (signal.aborted || latest.step_id === null) return;
    set(recordStep, {
      name: "workbench:step.change_findings",
      values: { count: findings.length },
      ...findingStep({ plantId, analysisId, fields, ...stateOf(latest) }),
    });
  },
);

/** Undoes a step of the history, with all findings that it changed. Rejects with the refusal. */
export const undoFindingStep = atom(null, async (get, _set, step_id: number) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  try {
    await undoOnServer(id, step_id);
  } catch (cause) {
    void reload(historyKey());
    throw cause;
  }
});

/** Rejects with the refusal. */
export const commentFinding = atom(
  null,
  async (get, _set, { component_type, dt_id, fault_type }: FindingPlace, message: string) => {
    const id = get(analysisIdAtom);
    if (id === null) throw nothingChanged([], {}, false);
    const { signal } = plantLifetime();
    const body = { component_type, dt_id, fault_type, message };
    const answer = await call(api.findingLife.comment, { params: { id }, body });
    if (!signal.aborted) keepLives([answer]);
  },
);

/** Rejects with the refusal. */
export const removeFindingComment = atom(null, async (get, _set, comment_id: number) => {
  const id = get(plantIdAtom);
  if (id === null) return;
  const { signal } = plantLifetime();
  const answer = await call(api.findingLife.removeComment, { params: { id, comment_id } });
  if (!signal.aborted) keepLives([answer]);
});
