// Observations on the map: components with their newest value of a column, by category, and photos where they were
// taken.
import { atom } from "jotai";
import { observationVisualApi } from "../../api/observation/observation-visual.ts";
import { areaTest } from "../../domain/column/in-view.ts";
import { plainColours, severityColours } from "../../domain/colour/palette.ts";
import { keyFigureById, type Severity } from "../../domain/key-figure/key-figure.ts";
import { newestByComponent, valueIn } from "../../domain/observation/observation-query.ts";
import type { ColumnValue, Observation } from "../../domain/observation/observation.ts";
import { photosOf } from "../../domain/observation/recording/recording.ts";
import { isWaitingId } from "../../domain/observation/waiting-observation.ts";
import { categoriesOf, type ValueCategory } from "../../domain/observation/value-category.ts";
import { hasPermissionAtom } from "../account/session.ts";
import { viewAreaAtom } from "../map/view.ts";
import { geometryOf, geometryVersionAtom } from "../plant/plant.ts";
import { severityAtom, valueMarkAtom } from "../plant/column/value-colour.ts";
import { className, keyFigureName, severityName } from "../plant/column/value-words.ts";
import { formatNumber, t } from "../shell/locale.ts";
import { valueOf } from "../shell/loaded.ts";
import { isDarkAtom } from "../shell/theme.ts";
import { undoable } from "../shell/undoable.ts";
import { listedObservationsAtom, usedColumnsAtom } from "./filter.ts";
import { columnsByIdAtom, componentRowOf, observationsAtom } from "./observation.ts";
import { waitingOfAtom } from "./shown.ts";
import { columnName } from "./words.ts";

/** The column that colours the observations on the map; null colours all alike. */
export const mapColumnIdAtom = undoable<string | null>(null);

export const mayShowOnMapAtom = atom((get) =>
  get(hasPermissionAtom)(observationVisualApi.byProperty.permission),
);

/** The chosen column, if it still has values. */
const mapColumnAtom = atom((get) => {
  const id = get(mapColumnIdAtom);
  return get(usedColumnsAtom).find(({ column }) => column.id === id)?.column ?? null;
});

export type MapCategory = {
  readonly id: string;
  readonly label: string;
  /** CSS colour. */
  readonly colour: string;
  /** One sign that is written into the mark, so that it is read without colours. */
  readonly sign: string;
};

export type MapPoint = {
  /** Metres on the plant's plane. */
  readonly x: number;
  readonly y: number;
  /** Index of the category. */
  readonly category: number;
  /** True where the server has not confirmed it. */
  readonly waits: boolean;
};

export type ObservedMap = {
  readonly title: string;
  readonly categories: readonly MapCategory[];
  readonly points: readonly MapPoint[];
};

/** Letters: a number in a mark counts components. */
const signs = ["A", "B", "C", "D", "E", "F", "G", "H", "I"];

const newest = (all: readonly Observation[], columnId: string | null) =>
  columnId === null
    ? [...new Map(all.map((one) => [one.fieldgeometry_component.dt_id, one])).values()]
    : [...newestByComponent(all, columnId).values()].map((found) => found.newest);

type Sorted = {
  readonly categories: readonly MapCategory[];
  readonly of: (value: ColumnValue) => number;
};

/** The categories of the chosen column; without one a single category. */
const sortedAtom = atom((get): Sorted => {
  const column = get(mapColumnAtom);
  const all = get(listedObservationsAtom);
  const scheme = get(isDarkAtom) ? "dark" : "light";
  if (!column) {
    const label = t("observation:title");
    return { categories: [{ id: "all", label, colour: plainColours[1]!, sign: "" }], of: () => 0 };
  }
  const figure = keyFigureById(column.pi_column?.pi_id ?? 0);
  if (figure) {
    const markOf = get(valueMarkAtom);
    if (figure.kind === "f32" && get(severityAtom)(figure, 0) === null) {
      const label = keyFigureName(figure);
      return {
        categories: [{ id: "all", label, colour: plainColours[1]!, sign: "" }],
        of: () => 0,
      };
    }
    if (figure.kind === "u8") {
      const classes = figure.classes.map(({ value }) => value);
      return {
        categories: classes.map((value, at) => ({
          id: String(value),
          label: className(figure, value),
          colour: markOf(figure, value).colour,
          sign: signs[at] ?? "",
        })),
        of: (value) => classes.indexOf(Number(value)),
      };
    }
    const severities: readonly Severity[] = [0, 1, 2, 3];
    return {
      categories: severities.map((severity) => ({
        id: String(severity),
        label: severityName(severity),
        colour: severityColours[scheme][severity],
        sign: signs[severity]!,
      })),
      of: (value) => markOf(figure, Number(value)).severity ?? 0,
    };
  }
  const property = get(columnsByIdAtom).get(column.id)?.ccp_column;
  if (!property) return { categories: [], of: () => -1 };
  const values = all.flatMap((one) => valueIn(one, column.id) ?? []);
  const { categories, of } = categoriesOf(property, values);
  return {
    categories: categories.map((one, at) => ({
      id: one.id,
      label: categoryLabel(one),
      colour: one.colour ?? plainColours[(at % (plainColours.length - 1)) + 1]!,
      sign: signs[at] ?? "",
    })),
    of,
  };
});

function categoryLabel(one: ValueCategory): string {
  switch (one.kind) {
    case "boolean":
      return t(one.value ? "observation:yes" : "observation:no");
    case "numbers": {
      const [from, to] = [formatNumber(one.from, 3), formatNumber(one.to, 3)];
      return from === to ? from : `${from} – ${to}`;
    }
    case "label":
      return one.label;
    case "any":
      return t("observation:any_value");
  }
}

/** The listed observations by component; null until the geometry is loaded, and for viewers who may not. */
export const observedMapAtom = atom((get): ObservedMap | null => {
  get(geometryVersionAtom);
  if (!get(mayShowOnMapAtom)) return null;
  const column = get(mapColumnAtom);
  const waitingOf = get(waitingOfAtom);
  const { categories, of } = get(sortedAtom);
  const points = newest(get(listedObservationsAtom), column?.id ?? null).flatMap((one) => {
    const at = componentRowOf(one);
    const geometry = at && geometryOf(at.component_type);
    if (!at || !geometry || at.row >= geometry.count) return [];
    const value = column ? valueIn(one, column.id) : true;
    const category = value === undefined ? -1 : of(value);
    const [x, y] = [geometry.centreX[at.row]!, geometry.centreY[at.row]!];
    return { x, y, category, waits: waitingOf(one.id) !== undefined };
  });
  return { title: column ? columnName(column) : t("observation:title"), categories, points };
});

export type CategoryCount = MapCategory & { readonly count: number };

/** What the legend says: the categories with their components in view, and all of them. */
export const observedInViewAtom = atom((get) => {
  const map = get(observedMapAtom);
  const area = get(viewAreaAtom);
  if (!map) return null;
  const isIn = area && areaTest(area);
  const inView = map.points.filter(({ x, y }) => !isIn || isIn(x, y));
  const counts = map.categories.map(() => 0);
  for (const { category } of inView) if (category >= 0) counts[category]! += 1;
  return {
    title: map.title,
    categories: map.categories.map((one, at): CategoryCount => ({ ...one, count: counts[at]! })),
    in_view: inView.length,
    waiting: inView.filter(({ waits }) => waits).length,
    all: map.points.length,
  };
});

export type PhotoPosition = {
  readonly observation_id: number;
  readonly file_id: string;
  readonly lon: number;
  readonly lat: number;
  /** True for a photo that is on this device alone. */
  readonly waits: boolean;
};

/** Where the photos of the listed observations were taken; null where none has a position. */
export const photoPositionsAtom = atom((get): readonly PhotoPosition[] | null => {
  if (!get(mayShowOnMapAtom) || !valueOf(get(observationsAtom))) return null;
  const positions = get(listedObservationsAtom).flatMap(({ id: observation_id, images }) =>
    photosOf(images).flatMap(({ id, file_id, lon, lat }) =>
      lon === null || lat === null
        ? []
        : { observation_id, file_id, lon, lat, waits: isWaitingId(id) },
    ),
  );
  return positions.length > 0 ? positions : null;
});

/** The columns that can colour the map: those with values. */
export const mapColumnsAtom = atom((get) => get(usedColumnsAtom).map(({ column }) => column));
