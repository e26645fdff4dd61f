// The outcome of an import or a copy of a digital twin.
import type { ComponentType } from "../component/component.ts";

/** Other fields depend on the job that made the twin. */
export type TwinReport = {
  /** ID of the task that created the twin; absent without a task. */
  readonly task_id?: number;
  /** Number of components by type that were in no file and were derived from their children. */
  readonly made?: Readonly<Partial<Record<ComponentType, number>>>;
  readonly [other: string]: unknown;
};
