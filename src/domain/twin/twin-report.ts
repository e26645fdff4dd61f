// What an import or a copy of a digital twin did.
import type { ComponentType } from "../component/component.ts";

/** Other fields depend on the job that made the twin. */
export type TwinReport = {
  /** Of the task that made the twin; absent where none did. */
  readonly task_id?: number;
  /** Components by type that no file brought: they were made from what their children said. */
  readonly made?: Readonly<Partial<Record<ComponentType, number>>>;
  readonly [other: string]: unknown;
};
