// A classified column beside the measured one of two-plants.fixture.ts.
import { encodeColumn } from "../../../domain/column/column-codec.ts";
import { keyFigureByKey } from "../../../domain/key-figure/key-figure.ts";
import { answers, MODULES, summaryOf } from "../two-plants.fixture.ts";

/**
 * Gives every analysis a column of soiling patterns too: 0 clean, 1 uniform and 2 lower edge are of severity 0,
 * 1 and 1; 3 bird droppings of severity 2. Its hash is "pattern-12". To be undone by the test.
 */
export function alsoPatterns(patternOf: (row: number, analysis_id: number) => number) {
  const pattern = keyFigureByKey("soiling_pattern")!;
  const column =
    "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;
  const measuredColumn = answers[column]!;
  answers["GET /auth/analysis/{id}/columns"] = ({ id }) => [
    summaryOf(id),
    { ...summaryOf(id), key_figure_id: pattern.id, kind: "u8", max: 3, hash: `pattern-${id}` },
  ];
  answers[column] = (params, body) => {
    if (Number(params["key_figure_id"]) !== pattern.id) return measuredColumn(params, body);
    const id = Number(params["analysis_id"]);
    const values = Uint8Array.from({ length: MODULES }, (_, row) => patternOf(row, id));
    return encodeColumn(values, { kind: "u8", step: 1 });
  };
  return pattern;
}

/** Gives every analysis classified columns of modules too, by the keys of their key figures. To be undone by the test. */
export function alsoClasses(classes: Readonly<Record<string, (row: number) => number>>): void {
  const figures = Object.keys(classes).map((key) => keyFigureByKey(key)!);
  const column =
    "GET /auth/analysis-result/{analysis_id}/{key_figure_id}/column/{hash}" as keyof typeof answers;
  const others = answers[column]!;
  answers["GET /auth/analysis/{id}/columns"] = ({ id }) => [
    summaryOf(id),
    ...figures.map((one) => ({
      ...summaryOf(id),
      key_figure_id: one.id,
      kind: "u8",
      hash: `${one.key}-${id}`,
    })),
  ];
  answers[column] = (params, body) => {
    const figure = figures.find(({ id }) => id === Number(params["key_figure_id"]));
    if (!figure) return others(params, body);
    const values = Uint8Array.from({ length: MODULES }, (_, row) => classes[figure.key]!(row));
    return encodeColumn(values, { kind: "u8", step: 1 });
  };
}
