// Which findings a repair mends, by hand: an element of 28 mirrors, of which three are missing (10.7 % of its aperture).
import { describe, expect, it } from "vitest";
import { nothingSettled, settledAt } from "../finding/component-state.ts";
import type { FindingStatus } from "../finding/finding-status.ts";
import { keyFigureByKey } from "../key-figure/key-figure.ts";
import type { ComponentType } from "../component/component.ts";
import { trough } from "./loss-survey.fixture.ts";
import { findingsOfRepairs } from "./repair-finding.ts";
import { effortOf, suggestedRepairs } from "./suggested-repair.ts";

const ELEMENT = 3;
const MISSING = 1;
/** 28 mirrors of the element, of which these are gone; others were not measured. */
function withMirrors(gone: readonly number[], unmeasured: readonly number[] = []) {
  const survey = trough(7);
  const area = new Float32Array(480);
  area[ELEMENT] = 10.7;
  const mirrors = Float32Array.from({ length: 28 }, (_, row) =>
    unmeasured.includes(row) ? NaN : gone.includes(row) ? MISSING : 0,
  );
  return {
    ...survey,
    valuesOf: (key: string) =>
      key === "missing_mirror_area"
        ? area
        : key === "mirror_missing"
          ? mirrors
          : survey.valuesOf(key),
    existsOf: (type: ComponentType) =>
      type === "mirror" ? new Uint8Array(28).fill(1) : survey.existsOf(type),
    parentOf: (type: ComponentType) =>
      type === "mirror" ? new Uint32Array(28).fill(ELEMENT) : survey.parentOf(type),
  };
}
const classOf = (key: string, name: string) =>
  keyFigureByKey(key)!.classes.find((one) => one.key === name)!.value;
const GONE = classOf("mirror_fault_type", "missing");
const BROKEN = classOf("mirror_fault_type", "broken");
const settled = (rows: readonly number[], fault_type = GONE) =>
  settledAt(
    rows.map((row) => ({
      component_type: "mirror",
      row,
      fault_type,
      is_settled: true,
      open_faults: [],
    })),
  );
const repairOf = (survey: ReturnType<typeof withMirrors>, isSettled = nothingSettled) => {
  const [one] = suggestedRepairs(survey, isSettled).filter(
    ({ action }) => action === "replace_mirrors",
  );
  return one ? { parts: effortOf(one).parts, mwh: one.loss.mwh } : null;
};

describe("the mirrors of an element", () => {
  const survey = withMirrors([4, 5, 6]);
  const whole = repairOf(survey)!;

  it("that are replaced or dismissed are no repair any more", () => {
    expect(whole.parts).toBe(3);
    const two = repairOf(survey, settled([4]))!;
    expect(two.parts).toBe(2);
    expect(two.mwh / whole.mwh).toBeCloseTo(2 / 3, 9);
    expect(repairOf(survey, settled([4, 5, 6]))).toBeNull();
  });

  it("stay where something else of them is settled, or nothing says which are missing", () => {
    expect(repairOf(survey, settled([4, 5, 6], BROKEN))).toEqual(whole);
    expect(repairOf(withMirrors([]), settled([4]))).toEqual(whole);
  });

  it("that no image shows may be missing: the area counts", () => {
    expect(repairOf(withMirrors([4, 5], [6, 7]), settled([4, 5]))!.parts).toBe(1);
  });
});

const listed = (
  component_type: ComponentType,
  row: number,
  fault_type: number,
  more: { status?: FindingStatus; isShown?: boolean } = {},
) => ({ component_type, row, fault_type, status: "open" as const, isShown: true, ...more });
const reason = (key: string, value: number) => ({ key_figure_id: keyFigureByKey(key)!.id, value });

describe("a work order of repairs", () => {
  const mirrors = {
    action: "replace_mirrors",
    component_type: "sce",
    rows: [1],
    reason: reason("missing_mirror_area", 7.1),
    parts: 2,
  } as const;
  const parents = [0, 0, 1, 1, 1, 1];

  it("takes the findings of the missing mirrors of an element, as many as there are parts for", () => {
    const findings = [
      listed("mirror", 0, GONE),
      listed("mirror", 2, BROKEN),
      listed("mirror", 3, GONE, { status: "done" }),
      listed("mirror", 4, GONE),
      listed("mirror", 5, GONE),
      listed("sce", 1, 0),
    ];
    expect(findingsOfRepairs([mirrors], findings, parents)).toEqual({
      findings: [findings[3], findings[4]],
      without: 0,
    });
    const one = findingsOfRepairs([{ ...mirrors, parts: 1 }], findings, parents);
    expect(one.findings).toEqual([findings[3]]);
  });

  it("counts repairs that no finding stands for", () => {
    const empty = findingsOfRepairs([mirrors, { ...mirrors, rows: [7] }], [], parents);
    expect(empty).toEqual({ findings: [], without: 2 });
  });

  it("leaves out an older finding of another fault of the component", () => {
    const hotspot = classOf("fault_type", "hotspot");
    const glass = classOf("fault_type", "glass_broken");
    const module = {
      action: "replace_module",
      component_type: "module",
      rows: [5],
      parts: 1,
    } as const;
    const findings = [
      listed("module", 5, hotspot),
      listed("module", 5, glass, { isShown: false }),
      listed("module", 6, hotspot),
    ];
    for (const why of [
      reason("fault_type", hotspot),
      reason("class_of_abnormality", 3),
      reason("hotspots", 1),
      null,
    ]) {
      const found = findingsOfRepairs([{ ...module, reason: why }], findings, []);
      expect(found).toEqual({ findings: [findings[0]], without: 0 });
    }
    // The repair of the glass itself takes it, also where this survey does not show it.
    const ofGlass = { ...module, reason: reason("glass_breakage", 2) };
    expect(findingsOfRepairs([ofGlass], findings, []).findings).toEqual([findings[1]]);
  });
});
