// The next analysis of a plant, which measures a repaired component as good, and is released.
import { expect } from "vitest";
import type { Analysis } from "../../src/domain/analysis/analysis.ts";
import type { FindingLife } from "../../src/domain/finding/finding-life.ts";
import { findingKeyFigures } from "../../src/domain/finding/survey-finding.ts";
import { ask, send } from "./ask.ts";

type Product = Parameters<typeof ask>[0];

/**
 * Releases the newest analysis of the plant, which customers have not seen; answers it.
 * @param done a finding that is done; the day of its repair becomes one before the flight
 */
export async function releaseHealthy(
  product: Product,
  { staff, viewer }: { readonly staff: string; readonly viewer: string },
  plant_id: number,
  done: FindingLife,
): Promise<Analysis> {
  const all = await ask<Analysis[]>(product, staff, `/auth/analyses-for-view/${plant_id}`);
  const newest = all.body.toSorted((a, b) => Date.parse(b.flown_at) - Date.parse(a.flown_at))[0]!;
  expect(newest.visibility).toBe("not_released");
  // It was flown before today: what it verifies was repaired before it, which the crew writes down now.
  const { component_type, dt_id, fault_type, revision } = done;
  const done_on = new Date(Date.parse(newest.flown_at) - 48 * 3_600_000).toISOString().slice(0, 10);
  await send(product, viewer, `/auth/analysis/${done.analysis_id}/findings/change`, {
    findings: [{ component_type, dt_id, fault_type, revision }],
    set: { done_on },
  });
  const columns = await ask<{ key_figure_id: number }[]>(
    product,
    staff,
    `/auth/analysis/${newest.id}/columns`,
  );
  const shown = new Set(columns.body.map(({ key_figure_id }) => key_figure_id));
  const judging = findingKeyFigures.filter(
    (figure) => shown.has(figure.id) && figure.component_type === component_type,
  );
  expect(judging.length).toBeGreaterThan(0);
  for (const { id, kind, classes, range } of judging) {
    const good = kind === "u8" ? classes.find(({ severity }) => severity === 0)!.value : range[0];
    const path = `/auth/analysis-result/${newest.id}/${id}/modify-value`;
    await send(product, staff, path, { dt_id, value: good });
  }
  await send(product, staff, `/auth/analysis/${newest.id}/visibility`, { visibility: "released" });
  return newest;
}
