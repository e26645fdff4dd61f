// Findings as they were before a step.
import type { Decided } from "../../domain/finding/finding-life.ts";
import type { LockedLife } from "../store/plant/finding/finding-life.ts";
import type { StepChange } from "../store/plant/finding/finding-step.ts";

/** The findings of these changes with their former values, each once. */
export function withFormer<Life extends LockedLife>(
  lives: ReadonlyMap<number, Life>,
  changes: readonly StepChange[],
): Life[] {
  const former = new Map<number, Partial<Decided>>();
  for (const { finding_id, field, old_value } of changes) {
    const value = field === "assignee_id" && old_value !== null ? Number(old_value) : old_value;
    former.set(finding_id, { ...former.get(finding_id), [field]: value });
  }
  return [...former].flatMap(([id, values]) => {
    const life = lives.get(id);
    return life ? [{ ...life, ...values }] : [];
  });
}
