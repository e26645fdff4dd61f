// What is asked of the data of a plant: which components, by which values, in which order.
import type { Compared } from "../column/change-data.ts";
import type { SortDirection } from "../column/column-sort.ts";
import type { PlaneArea } from "../column/in-view.ts";
import type { ComponentType } from "../component/component.ts";
import type { PlantCourse } from "../key-figure/plant-course.ts";

/** Which components count: those that match the filters and, if set, are in these rows or this area of the plane. */
export type Scope = { readonly rows?: Uint32Array; readonly area?: PlaneArea | null };
/** A loaded column, its key figure and severity limits. */
export type Judged = {
  readonly hash: string;
  readonly key_figure_id: number;
  readonly limits: readonly number[];
};
/** `ranking` is the hash of the column that orders the components of one class. */
export type Ranked = Judged & { readonly ranking?: string | undefined };
export type SortBy =
  | {
      readonly by:
        | "pcs"
        | "dt_id"
        | "path"
        | { readonly hash: string; readonly key_figure_id?: number };
      readonly direction: SortDirection;
    }
  /** The findings of a key figure as they are listed, then all others. */
  | { readonly by: "worst"; readonly judged: Ranked };
/** A survey's column of a key figure, and those that say with it whether a fault is gone (`figuresOfCourse`). */
export type CourseColumn = Judged & { readonly beside?: readonly Judged[] };
/** The columns of a key figure of all analyses, oldest first, and the course whose rows are wanted. */
export type CourseRequest = {
  readonly type: ComponentType;
  readonly scope: Scope;
  readonly columns: readonly CourseColumn[];
  readonly course: PlantCourse | null;
};
/** Two columns that are compared, and the surveys up to the newer one; absent: findings are not counted. */
export type DifferenceAsk = Compared & {
  readonly type: ComponentType;
  readonly name: string;
  readonly surveys?: readonly CourseColumn[] | undefined;
};
/** Counts in the order of `plantCourses`. */
export type ChangedFindings = { readonly counts: readonly number[]; readonly crossed: number };
export type Difference = {
  /** Class by row, see column/difference.ts. */
  readonly values: Uint8Array;
  /** In the order of `differenceClasses`. */
  readonly counts: readonly number[];
  readonly courses: ChangedFindings | null;
};
