// The card of a component, computed from the columns on this device as the server computes it.
import type { Endpoint } from "../../api/endpoint.ts";
import { analysisApi } from "../../api/analysis/analysis.ts";
import { analysisResultApi, componentParams } from "../../api/analysis/analysis-result.ts";
import { digitalTwinApi } from "../../api/plant/digital-twin.ts";
import { unmeasuredApi } from "../../api/analysis/unmeasured.ts";
import type { ComponentResult } from "../../domain/analysis/analysis-result.ts";
import { shortest, valueAt, type ColumnValues } from "../../domain/column/column.ts";
import { decodeColumn } from "../../domain/column/column-codec.ts";
import { neighboursMedian } from "../../domain/column/neighbours.ts";
import type { Geometry, Names } from "../../domain/component/component-index.ts";
import { parentsOf } from "../../domain/component/hierarchy.ts";
import { decodeNames } from "../../domain/component/names-codec.ts";
import { decodeGeometry } from "../../domain/geometry/geometry-codec.ts";
import { keyFigureById } from "../../domain/key-figure/key-figure.ts";
import { addressOf } from "../address.ts";
import type { z } from "zod";

type Read = (address: string) => Promise<ArrayBuffer | null>;
type Ask = { params?: unknown };
type Json = { readonly path: string; readonly answer: z.ZodType };

/** Null for another endpoint, and where the analysis or the component is not on this device. */
export async function componentAnswer(
  endpoint: Endpoint,
  { params }: Ask,
  read: Read,
): Promise<ComponentResult | null> {
  if (endpoint.path !== analysisResultApi.component.path) return null;
  const { id, component_type, dt_id } = componentParams.parse(params);
  const images = await json(analysisResultApi.images, { id }, read);
  const plant = await plantOf(id, read);
  if (!images || !plant) return null;
  const { names, geometry } = await levelsOf(plant.id, read);
  const own = names.get(component_type);
  const row = own ? rowOf(own, dt_id) : -1;
  if (!own || row < 0) return null;
  const history = [];
  for (const { id: analysis_id, name, flown_at } of plant.analyses) {
    const columns = await columnsOf(analysis_id, component_type, read);
    if (columns.length > 0) history.push({ analysis_id, name, flown_at, columns });
  }
  const changes = (await json(analysisResultApi.history, { analysis_id: id }, read)) ?? [];
  const current = history.find(({ analysis_id }) => analysis_id === id)?.columns ?? [];
  const siblings = siblingsOf(geometry.get(component_type), row);
  const valued = (columns: typeof current) =>
    columns.map(({ key_figure_id, values }) => ({ key_figure_id, value: valueOf(values, row) }));
  const carried = [];
  for (const one of (await json(unmeasuredApi.carried, { id }, read)) ?? []) {
    const { key_figure_id, hash, source_id, source_name, source_flown_at } = one;
    const values = await columnAt(id, key_figure_id, hash, read);
    const value = values && valueOf(values, row);
    const measured = current.find((column) => column.key_figure_id === key_figure_id);
    if (value !== null && measured && valueOf(measured.values, row) === null) {
      carried.push({ key_figure_id, value, source_id, source_name, source_flown_at });
    }
  }
  return {
    component_type,
    row,
    dt_id,
    pcs: own.pcs(row),
    parents: parentsOf(geometry, { component_type, row }).map((above) => ({
      component_type: above.component_type,
      dt_id: names.get(above.component_type)?.dtId(above.row) ?? "",
      pcs: names.get(above.component_type)?.pcs(above.row) ?? "",
    })),
    values: current.map(({ key_figure_id, values }) => ({
      key_figure_id,
      value: valueOf(values, row),
      neighbours_median: neighboursMedian(values, siblings),
    })),
    carried,
    history: history
      .toSorted((a, b) => Date.parse(a.flown_at) - Date.parse(b.flown_at))
      .map(({ columns, ...rest }) => ({ ...rest, values: valued(columns) })),
    images: images.filter((image) => image.dt_id === dt_id),
    changes: changes.filter((one) => one.dt_id === dt_id),
  };
}

async function json<E extends Json>(
  endpoint: E,
  params: Record<string, unknown>,
  read: Read,
): Promise<z.output<E["answer"]> | null> {
  const body = await read(addressOf(endpoint, { params }));
  if (body === null) return null;
  return JSON.parse(new TextDecoder().decode(body)) as z.output<E["answer"]>;
}

/** The plant of an analysis with its analyses on this device; IDs of plants are in the list of the analyses. */
async function plantOf(analysis_id: number | string, read: Read) {
  const id = await read(plantAddress(analysis_id));
  if (!id) return null;
  const plant_id = Number(new TextDecoder().decode(id));
  const analyses = await json(analysisApi.listForView, { id: plant_id }, read);
  return analyses && { id: plant_id, analyses };
}

/** Not an address of the server: where the plant of an analysis is noted. */
export const plantAddress = (analysis_id: number | string) => `plant of analysis ${analysis_id}`;

async function levelsOf(id: number, read: Read) {
  const names = new Map<string, Names>();
  const geometry = new Map<string, Geometry>();
  const twin = await json(digitalTwinApi.read, { id }, read);
  for (const level of twin?.levels ?? []) {
    const object = (hash: string) =>
      read(addressOf(digitalTwinApi.readObject, { params: { id, hash } }));
    const [shapes, words] = [await object(level.geometry), await object(level.names)];
    if (shapes) geometry.set(level.component_type, decodeGeometry(new Uint8Array(shapes)));
    if (words) names.set(level.component_type, decodeNames(new Uint8Array(words)));
  }
  return { names, geometry };
}

function rowOf(names: Names, dt_id: string): number {
  for (let row = 0; row < names.count; row += 1) if (names.dtId(row) === dt_id) return row;
  return -1;
}

async function columnsOf(id: number, type: string, read: Read) {
  const found: { key_figure_id: number; values: ColumnValues }[] = [];
  for (const { key_figure_id, hash } of (await json(analysisResultApi.columns, { id }, read)) ??
    []) {
    if (keyFigureById(key_figure_id)?.component_type !== type) continue;
    const values = await columnAt(id, key_figure_id, hash, read);
    if (values) found.push({ key_figure_id, values });
  }
  return found;
}

async function columnAt(analysis_id: number, key_figure_id: number, hash: string, read: Read) {
  const params = { analysis_id, key_figure_id, hash };
  const body = await read(addressOf(analysisResultApi.column, { params }));
  return body && decodeColumn(new Uint8Array(body));
}

function valueOf(values: ColumnValues, row: number): number | null {
  const value = valueAt(values, row);
  return Number.isNaN(value) ? null : shortest(value);
}

function siblingsOf(level: Geometry | undefined, row: number): number[] {
  const siblings: number[] = [];
  const above = level?.parent[row];
  level?.parent.forEach((parent, other) => {
    if (parent === above && other !== row) siblings.push(other);
  });
  return siblings;
}
