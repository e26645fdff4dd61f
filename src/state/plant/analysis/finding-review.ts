// The review of the findings of the current analysis: the queue, its place, and verdicts.
import { atom, type Getter, type Setter } from "jotai";
import { api } from "../../../api/index.ts";
import { call } from "../../../client/call.ts";
import {
  isDecided,
  type Finding,
  type Review,
  type Verdict,
} from "../../../domain/evaluation/finding-review.ts";
import { perPlant, plantLifetime } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { queryClient, reload } from "../../shell/query.ts";
import { reloadPlants } from "../../settings/plants.ts";
import { isSmallScreenAtom } from "../../shell/small-screen.ts";
import { analysisIdAtom } from "./analysis.ts";
import { replaceColumns } from "../column/column.ts";
import { openComponent, openComponentAtom, showOnMap } from "../component/component.ts";
import { reloadCounted } from "../column/counted.ts";
import { plantKey, plantQueryOf } from "../plant.ts";

const keyOf = (id: number) => plantKey("review", id);

export const reviewAtom = plantQueryOf((_plant, get) => {
  const id = get(analysisIdAtom);
  if (id === null) return null;
  return {
    key: keyOf(id),
    ask: (options) => call(api.findingReview.list, { params: { id } }, options),
  };
});

const reviewedIdAtom = perPlant<number | null>(null);

/** The current finding: the selected one, else the first open one. */
export const reviewedFindingAtom = atom((get): Finding | null => {
  const findings = valueOf(get(reviewAtom))?.findings ?? [];
  const id = get(reviewedIdAtom);
  return findings.find((one) => one.id === id) ?? null;
});

/** The component that is open on the map, where a finding can be moved to it; else null. */
export const moveTargetAtom = atom((get): string | null => {
  const finding = get(reviewedFindingAtom);
  const open = get(openComponentAtom);
  if (!finding || open?.component_type !== finding.component_type) return null;
  return open.dt_id === finding.dt_id ? null : open.dt_id;
});

/** Looks at a finding: shows its component on the map, with its card where there is room. */
export const lookAtFinding = atom(null, (get, set, { id, component_type, row }: Finding) => {
  set(reviewedIdAtom, id);
  const at = { component_type, row };
  if (get(isSmallScreenAtom)) set(showOnMap, at);
  else set(openComponent, at, true);
});

/** The next finding (1) or the one before (-1); stops at the ends. */
export const stepReview = atom(null, (get, set, step: 1 | -1) => {
  const findings = valueOf(get(reviewAtom))?.findings ?? [];
  const at = findings.findIndex(({ id }) => id === get(reviewedFindingAtom)?.id);
  const next = findings[at < 0 ? 0 : at + step];
  if (next) set(lookAtFinding, next);
});

/** Sends what may decide a finding: its values change then. Rejects with the refusal. */
async function decide(get: Getter, send: () => Promise<Review>): Promise<void> {
  const id = get(analysisIdAtom);
  if (id === null) return;
  const { signal } = plantLifetime();
  await replaceColumns(async () => {
    const review = await send();
    if (signal.aborted) return;
    queryClient().setQueryData(keyOf(id), review);
    await reload(plantKey("columns"));
  });
  if (signal.aborted) return;
  void reloadCounted(id);
  void reloadPlants();
}

/** Judges a finding and goes on to the next open one. Rejects with the refusal. */
export const judgeFinding = atom(
  null,
  async (get, set, finding: Finding, body: Verdict): Promise<void> => {
    const id = get(analysisIdAtom);
    if (id === null) return;
    const before = valueOf(get(reviewAtom))?.findings ?? [];
    const params = { id, finding_id: finding.id };
    await decide(get, () => call(api.findingReview.judge, { params, body }));
    if (get(analysisIdAtom) === id) goOn(set, before, finding);
  },
);

/** In the order that was on the screen: decided ones move to the end of the next answer. */
function goOn(set: Setter, before: readonly Finding[], { id }: Finding): void {
  const at = before.findIndex((one) => one.id === id);
  const isWaiting = (one: Finding) => one.id !== id && !isDecided(one.state) && one.own === null;
  const next = before.slice(at + 1).find(isWaiting) ?? before.find(isWaiting);
  if (next) set(lookAtFinding, next);
}

/** Withdraws the verdicts, and undoes what they changed. Rejects with the refusal. */
export const reopenFinding = atom(null, async (get, _set, { id: finding_id }: Finding) => {
  const id = get(analysisIdAtom);
  if (id === null) return;
  await decide(get, () => call(api.findingReview.reopen, { params: { id, finding_id } }));
});

/** Rejects with the refusal. */
export const setReviewers = atom(null, async (get, _set, reviewers: 1 | 2): Promise<void> => {
  const id = get(analysisIdAtom);
  if (id === null) return;
  const ask = { params: { id }, body: { reviewers } };
  await decide(get, () => call(api.findingReview.setReviewers, ask));
});
