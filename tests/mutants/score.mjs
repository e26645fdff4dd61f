// Counts what became of the mutants, by folder.

import { dirname } from "node:path";

/**
 * A mutant as Stryker's report (mutation-testing-report-schema) holds it.
 * @typedef {{
 *   status: string,
 *   mutatorName: string,
 *   replacement?: string,
 *   location: { start: { line: number, column: number }, end: { line: number, column: number } },
 * }} Mutant
 * @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report
 * @typedef {{ killed: number, survived: number, uncovered: number, score: number }} Score
 */

/**
 * @param {readonly Mutant[]} mutants
 * @returns {Score}
 */
function scoreOfMutants(mutants) {
  const count = (/** @type {string[]} */ ...states) =>
    mutants.filter(({ status }) => states.includes(status)).length;
  const killed = count("Killed", "Timeout");
  const survived = count("Survived");
  const uncovered = count("NoCoverage");
  const all = killed + survived + uncovered;
  return { killed, survived, uncovered, score: all === 0 ? 100 : (100 * killed) / all };
}

/**
 * The score of all files of a report together.
 * @param {Report} report
 */
export const scoreOf = ({ files }) =>
  scoreOfMutants(Object.values(files).flatMap(({ mutants }) => mutants));

/**
 * Scores of each folder of a report.
 * @param {Report} report
 * @returns {[folder: string, score: Score][]}
 */
export function foldersOf({ files }) {
  const folders = Map.groupBy(Object.entries(files), ([file]) => dirname(file));
  return [...folders]
    .map(([folder, inside]) => {
      const score = scoreOf({ files: Object.fromEntries(inside) });
      return /** @type {[string, Score]} */ ([folder, score]);
    })
    .toSorted(([a], [b]) => a.localeCompare(b));
}

/**
 * @param {string} what What a row is of.
 * @param {readonly (readonly [name: string, score: Score])[]} rows
 * @returns {string}
 */
export function tableOf(what, rows) {
  const cells = rows.map(([name, { killed, survived, uncovered, score }]) => [
    name,
    ...[killed, survived, uncovered].map(String),
    `${score.toFixed(1)} %`,
  ]);
  const table = [[what, "Killed", "Survived", "No coverage", "Score"], ...cells];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  return table
    .map((row) =>
      row
        .map((cell, column) => {
          const width = widths[column] ?? 0;
          return column === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join("  "),
    )
    .join("\n");
}

/**
 * Each change that no test noticed, as `file:line: before -> after`.
 * @param {Report} report
 * @returns {string[]}
 */
export function survivorsIn({ files }) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map(({ status, replacement = "", location: { start, end } }) => {
        const cut = lines.slice(start.line - 1, end.line);
        const last = cut.length - 1;
        cut[last] = (cut[last] ?? "").slice(0, end.column - 1);
        cut[0] = (cut[0] ?? "").slice(start.column - 1);
        const note = status === "NoCoverage" ? " (no coverage)" : "";
        const short = (/** @type {string} */ text) => text.replace(/\s+/g, " ").slice(0, 90);
        return `${file}:${start.line}${note}: ${short(cut.join(" "))}  ->  ${short(replacement)}`;
      });
  });
}
