// Symbols on the world map: real buttons, for the keyboard and screen readers. The shape shows the
// technology, the ring and its sign show the condition.
import type { Technology } from "../../domain/component/component.ts";
import type { PlantCondition } from "../../domain/plant/plant-condition.ts";
import css from "./world-map.module.css";

const shapes: Record<Technology, string> = {
  parabolic_trough:
    '<path d="M4 6c1 7 15 7 16 0M12 11.2V18M8.5 18h7"/><circle cx="12" cy="6.4" r="1.3" fill="currentColor"/>',
  photovoltaic: '<path d="M7.2 6h9.6L19.5 15h-15ZM5.8 10.5h12.4M12 6v9M12 15v4M9 19h6"/>',
};
const signs: Record<PlantCondition, string> = {
  poor: "!",
  watch: "~",
  good: "✓",
  unknown: "?",
  setup: "…",
};

export type PlantSymbol = {
  readonly technology: Technology;
  readonly condition: PlantCondition;
  /** Place by lost energy; shown where the plant needs action. */
  readonly rank: number | null;
};
/** A greater number does not fit. */
const LAST_RANK = 99;

/** A plant's button with its name below; `label` is its accessible name. */
export function plantMarker(symbol: PlantSymbol, name: string, label: string): HTMLButtonElement {
  const { technology, condition, rank } = symbol;
  const isRanked = condition === "poor" && rank !== null && rank <= LAST_RANK;
  const sign = isRanked ? String(rank) : signs[condition];
  const button = document.createElement("button");
  button.type = "button";
  button.className = `${css.plant} ${css[condition]}`;
  button.ariaLabel = label;
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${shapes[technology]}</svg><i aria-hidden="true">${sign}</i>`;
  const below = document.createElement("span");
  below.setAttribute("aria-hidden", "true");
  below.textContent = name;
  button.append(below);
  return button;
}

/** A cluster's button: the number of plants, ringed by the worst condition among them. */
export function clusterMarker(
  count: number,
  condition: PlantCondition,
  label: string,
): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = `${css.cluster} ${css[condition]}`;
  button.ariaLabel = label;
  button.textContent = String(count);
  return button;
}
