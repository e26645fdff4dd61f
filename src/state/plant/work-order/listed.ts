// The list of work orders, and the stops of the open one in the order of its walk.
import { atom } from "jotai";
import type { ComponentType } from "../../../domain/component/component.ts";
import { dueDays, type DueDays } from "../../../domain/due-calendar.ts";
import { planeAt, type LonLat, type PlanePoint } from "../../../domain/geometry/plane.ts";
import type { FindingLife } from "../../../domain/finding/finding-life.ts";
import {
  firstOrderFilter,
  isOrderOverdue,
  isStopToDo,
  nextStopToDo,
  orderStops,
  passesOrderFilter,
  sortedOrders,
  type OrderStop,
  type WorkOrderFilter,
  type WorkOrderSort,
} from "../../../domain/work-order/work-order-list.ts";
import { shortestWalk } from "../../../domain/work-order/walk.ts";
import type { WorkOrder } from "../../../domain/work-order/work-order.ts";
import { workOrderStatuses } from "../../../domain/work-order/work-order-status.ts";
import { flyTo } from "../../map/view.ts";
import { openPanelsAtom } from "../../shell/dock.ts";
import { perPlant } from "../../shell/lifetime.ts";
import { valueOf } from "../../shell/loaded.ts";
import { todayAtom } from "../finding/listed.ts";
import { livesAtom } from "../finding/life.ts";
import { shortName } from "../component/component-words.ts";
import { showOnMap } from "../component/component.ts";
import { geometryOf, geometryVersionAtom, twinAtom } from "../plant.ts";
import { openedOrderAtom, WORK_ORDERS_PANEL, workOrdersAtom } from "./order.ts";

export const orderFilterAtom = perPlant<WorkOrderFilter>(firstOrderFilter);
export const orderSortAtom = perPlant<WorkOrderSort>("first");

export const shownOrdersAtom = atom((get): readonly WorkOrder[] => {
  const all = valueOf(get(workOrdersAtom)) ?? [];
  const [filter, today] = [get(orderFilterAtom), get(todayAtom)];
  const passing = all.filter((one) => passesOrderFilter(one, filter, today));
  return sortedOrders(passing, get(orderSortAtom));
});

/** The shown orders by status: the columns of the board. */
export const orderBoardAtom = atom((get) => {
  const byStatus = Map.groupBy(get(shownOrdersAtom), ({ status }) => status);
  return workOrderStatuses.map((status) => ({ status, orders: byStatus.get(status) ?? [] }));
});

/** The shown orders by their due days. */
export const dueOrdersAtom = atom((get): DueDays<WorkOrder> => {
  const today = get(todayAtom);
  return dueDays(
    get(shownOrdersAtom),
    ({ due_on }) => due_on,
    (one) => isOrderOverdue(one, today),
  );
});

/** The findings of an order, by their IDs. */
export const findingsByIdAtom = atom((get): ReadonlyMap<number, FindingLife> => {
  const lives = valueOf(get(livesAtom)) ?? [];
  return new Map(lives.map((life) => [life.id, life]));
});

/** The findings of an order that are loaded. */
export function findingsOf(
  { finding_ids }: Pick<WorkOrder, "finding_ids">,
  byId: ReadonlyMap<number, FindingLife>,
): FindingLife[] {
  return finding_ids.flatMap((id) => byId.get(id) ?? []);
}

/** All orders that a finding is in or was in, the newest first. */
export const ordersOfFindingAtom = atom((get) => {
  const orders = valueOf(get(workOrdersAtom)) ?? [];
  return (life_id: number): readonly WorkOrder[] =>
    orders.filter(({ finding_ids }) => finding_ids.includes(life_id)).toReversed();
});

/** A stop with its place on the map; null where it has none. */
export type PlacedStop = OrderStop & { readonly place: LonLat | null };

/** The stops of the open order as they come, without their walk. */
const stopsAtom = atom((get): readonly OrderStop[] => {
  const order = get(openedOrderAtom);
  return order ? orderStops(findingsOf(order, get(findingsByIdAtom))) : [];
});

/** What the walk depends on: it changes with the stops and the start, and not with how the findings stand. */
const walkKeyAtom = atom((get): string => {
  const order = get(openedOrderAtom);
  const places = get(stopsAtom).map(({ component_type, row }) => `${component_type} ${row}`);
  return JSON.stringify([get(geometryVersionAtom), order?.start ?? null, places]);
});

type WalkOrder = {
  /** Places of the stops in `stopsAtom`, in the order of the walk; those without a place come last. */
  readonly order: readonly number[];
  readonly length_m: number;
};

const walkAtom = atom((get): WalkOrder => {
  const [, start, places] = JSON.parse(get(walkKeyAtom)) as [number, LonLat | null, string[]];
  const twin = valueOf(get(twinAtom));
  const plane = twin && planeAt(twin.origin);
  const points = places.map((text) => {
    const [type, row] = text.split(" ");
    return row === "null" ? null : pointOf(type as ComponentType, Number(row));
  });
  const placed = points.flatMap((point, at) => (point ? [{ point, at }] : []));
  const from = start && plane ? plane.toPlane(start[0], start[1]) : null;
  const walk = shortestWalk(
    placed.map(({ point }) => point),
    from,
  );
  const lost = points.flatMap((point, at) => (point ? [] : [at]));
  return {
    order: [...walk.order.map((at) => placed[at]!.at), ...lost],
    length_m: walk.length_m,
  };
});

function pointOf(type: ComponentType, row: number): PlanePoint | null {
  const geometry = geometryOf(type);
  const [x, y] = [geometry?.centreX[row], geometry?.centreY[row]];
  return x === undefined || y === undefined ? null : [x, y];
}

/** The stops of the open order in the order of its walk. */
export const walkStopsAtom = atom((get): readonly PlacedStop[] => {
  const stops = get(stopsAtom);
  const twin = valueOf(get(twinAtom));
  const plane = twin && planeAt(twin.origin);
  return get(walkAtom).order.flatMap((at) => {
    const stop = stops[at];
    if (!stop) return [];
    const point = stop.row === null ? null : pointOf(stop.component_type, stop.row);
    return { ...stop, place: point && plane ? plane.toLonLat(point[0], point[1]) : null };
  });
});

/** The length of the walk in metres. */
export const walkLengthAtom = atom((get) => get(walkAtom).length_m);

/** A stop on the map. */
export type WalkMark = {
  readonly place: LonLat;
  readonly number: number;
  readonly isToDo: boolean;
  /** The crew is there. */
  readonly isShown: boolean;
};

/** The walk as the map shows it; null while no order is open in its panel. */
export const walkOnMapAtom = atom((get) => {
  const order = get(openedOrderAtom);
  if (!order || !get(openPanelsAtom).includes(WORK_ORDERS_PANEL)) return null;
  const at = get(shownStopAtom);
  const marks = get(walkStopsAtom).flatMap((stop, index): WalkMark[] =>
    stop.place
      ? [{ place: stop.place, number: index + 1, isToDo: isStopToDo(stop), isShown: index === at }]
      : [],
  );
  return { start: order.start, marks };
});

const chosenStopAtom = perPlant<{ readonly order_id: number; readonly at: number } | null>(null);

/** The place of the stop that the crew is at: the first that is to do until one is chosen. */
export const shownStopAtom = atom((get): number => {
  const order = get(openedOrderAtom);
  const stops = get(walkStopsAtom);
  const chosen = get(chosenStopAtom);
  if (order && chosen?.order_id === order.id && chosen.at < stops.length) return chosen.at;
  return Math.max(
    0,
    stops.findIndex((stop) => isStopToDo(stop)),
  );
});

/** Fits the map to the walk of the open order; `jump` without a flight. */
export const showWalk = atom(null, (get, set, jump?: boolean) => {
  const bounds = get(walkBoundsAtom);
  if (bounds) set(flyTo, { bounds }, jump);
});

/** [west, south, east, north] of the walk with some of its surroundings; null without a place. */
export const walkBoundsAtom = atom((get): readonly [number, number, number, number] | null => {
  const places = get(walkStopsAtom).flatMap(({ place }) => (place ? [place] : []));
  const start = get(openedOrderAtom)?.start ?? null;
  const all = start ? [start, ...places] : places;
  const twin = valueOf(get(twinAtom));
  if (places.length === 0 || !twin) return null;
  const plane = planeAt(twin.origin);
  const points = all.map(([lon, lat]) => plane.toPlane(lon, lat));
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const low = plane.toLonLat(Math.min(...xs) - AROUND_M, Math.min(...ys) - AROUND_M);
  const high = plane.toLonLat(Math.max(...xs) + AROUND_M, Math.max(...ys) + AROUND_M);
  return [low[0], low[1], high[0], high[1]];
});
const AROUND_M = 25;

/** Goes to a stop of the open order, and shows it on the map. */
export const goToOrderStop = atom(null, (get, set, at: number) => {
  const order = get(openedOrderAtom);
  const stop = get(walkStopsAtom)[at];
  if (!order || !stop) return;
  set(chosenStopAtom, { order_id: order.id, at });
  const { component_type, row } = stop;
  if (row !== null) set(showOnMap, { component_type, row });
});

/** Stays at the stop that is shown, also once others have set it to done; another one that was chosen stays chosen. */
export const stayAtOrderStop = atom(null, (get, set) => {
  const order = get(openedOrderAtom);
  if (!order || get(chosenStopAtom)?.order_id === order.id) return;
  set(chosenStopAtom, { order_id: order.id, at: get(shownStopAtom) });
});

/** Goes on from a stop to the next one that is to be done; stays where none is left. */
export const goToNextStop = atom(null, (get, set, from: number) => {
  const next = nextStopToDo(get(walkStopsAtom), from);
  if (next !== null) set(goToOrderStop, next);
});

/** The name of the component of a stop. */
export function stopName({ component_type, row, dt_id }: OrderStop): string {
  return row === null ? dt_id : shortName({ component_type, row });
}

/** Whether a finding of the stop endangers people or can set fire. */
export function isStopDangerous({ findings }: OrderStop): boolean {
  return findings.some(({ is_dangerous }) => is_dangerous);
}
