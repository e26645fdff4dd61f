// @vitest-environment happy-dom
// The table and the values of a component write what lies below the limit of the survey as "< 3.8 K".
import { Provider } from "jotai";
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { loadWords, startWords } from "../../client/i18n.ts";
import { columnAtom } from "../../state/plant/column/key-figure.ts";
import { openedPlant } from "../../state/plant/opened.fixture.ts";
import { answers, measured } from "../../state/plant/two-plants.fixture.ts";
import { settle } from "../../state/shell/signed-in.fixture.ts";
import { ValueCells } from "../component/value-cells.tsx";
import { GridRow } from "./grid-row.tsx";

vi.mock("../../client/call.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).client;
});
vi.mock("../../client/plant-data.ts", async () => {
  return (await import("../../state/plant/two-plants.fixture.ts")).worker;
});
vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);

const ORIGIN = "GET /auth/analysis/{id}/value-origin/{key_figure_id}";
let root: Root | null = null;
let opened: Awaited<ReturnType<typeof openedPlant>>;
beforeEach(async () => {
  await startWords("en");
  await loadWords(() => true);
});
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
  opened.close();
});

/** Rows of the table, whose value is their number, and the values of a component below them. */
async function show(weakest_k: number | null, rows: readonly number[]): Promise<void> {
  answers[ORIGIN] = () => ({ weakest_k });
  opened = await openedPlant(`analysis=12&key_figure=${measured.id}`, ["READ_ANALYSIS_RESULT"]);
  await vi.waitUntil(() => opened.store.get(columnAtom).state === "ready");
  const columns = ["dt_id", `${measured.id}`] as const;
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(async () =>
    root!.render(
      <Provider store={opened.store}>
        {rows.map((row) => (
          <GridRow
            key={row}
            type="module"
            row={row}
            place={row}
            columns={columns as never}
            isActive={false}
            isOpen={false}
            top={0}
            onClick={() => undefined}
          />
        ))}
        <table>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <ValueCells keyFigure={measured} value={row} decimals={1} />
              </tr>
            ))}
          </tbody>
        </table>
      </Provider>,
    ),
  );
  await act(settle);
  await act(settle);
}
const inTable = () =>
  [...document.querySelectorAll("[role=row]")].map((row) => row.lastElementChild?.textContent);
const ofComponent = () =>
  [...document.querySelectorAll("tr")].map((row) =>
    [...row.querySelectorAll("td")]
      .slice(1)
      .map((cell) => cell.textContent)
      .join(" "),
  );

it("is the limit of the survey where nothing was found, and the value from there on", async () => {
  await show(3.8, [0, 3, 4, 12]);
  expect(inTable()).toEqual(["< 3.8\u202FK", "< 3.8\u202FK", "4\u202FK", "12\u202FK"]);
  expect(ofComponent()).toEqual(["< 3.8 K", "< 3.8 K", "4.0 K", "12.0 K"]);
});

it("is the value where the survey states no limit", async () => {
  await show(null, [0, 3]);
  expect(inTable()).toEqual(["0\u202FK", "3\u202FK"]);
  expect(ofComponent()).toEqual(["0.0 K", "3.0 K"]);
});
