// A tab of the page of an analysis: a file of its own, and a row in tabs.ts.
import type { ComponentType } from "react";
import type { Requirement } from "../../domain/account/permission.ts";
import type { Analysis } from "../../domain/analysis/analysis.ts";

export type AnalysisTab = {
  /** The hash of the address: "/analysis/7#invoice". */
  readonly id: string;
  /** Locale key. */
  readonly title: string;
  readonly permission: Requirement;
  readonly body: ComponentType<{ analysis: Analysis }>;
};
