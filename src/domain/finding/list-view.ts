// The ways to look at the findings and the work orders of a plant; `rates` shows how many repairs held; the first one is shown where none was chosen.
export const findingViews = ["list", "board", "calendar", "rates"] as const;
export type FindingView = (typeof findingViews)[number];

export const workOrderViews = ["list", "board", "calendar"] as const;
export type WorkOrderView = (typeof workOrderViews)[number];

/** What an address says of it: nothing of the first one. */
export function viewText<View extends string>(view: View): Exclude<View, "list"> | null {
  return view === "list" ? null : (view as Exclude<View, "list">);
}
