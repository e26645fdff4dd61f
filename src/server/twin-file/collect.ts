// Checks the features of all files of an import and collects them into levels.
import { basename } from "node:path";
import {
  componentTypes,
  type ComponentType,
  type Technology,
} from "../../domain/component/component.ts";
import { failure, type Problem } from "../../domain/error.ts";
import { SIZE, type FileMapping } from "../../domain/file-preview/file-mapping.ts";
import { limits } from "../../domain/limits.ts";
import { readPointSize, ringAround } from "../../domain/twin/point-size.ts";
import { placing } from "../geo-file/placed-feature.ts";
import { featureLimitProblem } from "../geo-file/feature-limit.ts";
import { fieldReader, readFileName, typeOfWord } from "./field.ts";
import { folderReader } from "./folder.ts";
import type { SpareColumn } from "./spare-column.ts";
import { levelBuilder, type LevelBuilder } from "./level-builder.ts";
import { joinRings, noRepairs, repairedRings, type Repairs } from "./outline.ts";
import type { FeatureSink, RawFeature, TwinSource } from "../geo-file/raw-feature.ts";

export type Refused = {
  count: number;
  readonly problems: Problem[];
  /** Counts by reason and field; also of problems that are not listed. */
  readonly counts: { readonly reason: string; readonly field?: string; count: number }[];
};
export const noneRefused = (): Refused => ({ count: 0, problems: [], counts: [] });
export type FileCount = { readonly file: string; features: number };

export type Collection = {
  readonly levels: Map<ComponentType, LevelBuilder>;
  readonly mended: Repairs;
  readonly refused: Refused;
  /** What the files have beside their features and is not read. */
  readonly notes: readonly Problem[];
  readonly files: readonly FileCount[];
  /** The sink for one more file. Files inside an archive are listed after it. */
  sinkFor(source: TwinSource): FeatureSink;
  /** Takes the names of folders for groups. Called once, after all files. */
  useFolders(): void;
  /** Names components by a property without a meaning, where files say no name and it identifies them. */
  useSpareColumns(): SpareColumn[];
};

const noFolder = { group: "", isGroup: false, parentName: "" };
const MAX_NAME_LENGTH = limits.componentNameLength;
const isTooLong = (text: string | null) => text !== null && text.length > MAX_NAME_LENGTH;
/** Control characters, halves of a character, and characters that no XML file can have. */
const hasControl = (text: string | null) =>
  text !== null && /[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(text);

/** Counts a problem. The list has at most limits.reportedProblems of them. */
export function addProblem(refused: Refused, problem: Problem): void {
  refused.count += 1;
  if (refused.problems.length < limits.reportedProblems) refused.problems.push(problem);
  const { reason, field } = problem;
  const same = refused.counts.find((one) => one.reason === reason && one.field === field);
  if (same) same.count += 1;
  else refused.counts.push({ reason, ...(field !== undefined && { field }), count: 1 });
}

/** Adds a note; those with the same reason and values are one with the sum of their counts. */
export function addNote(notes: Problem[], note: Problem): void {
  const keyOf = ({ reason, file, values }: Problem) =>
    JSON.stringify([reason, file, { ...values, count: null }]);
  const at = notes.findIndex((one) => keyOf(one) === keyOf(note));
  const before = notes[at];
  if (before === undefined) {
    if (notes.length < limits.reportedProblems) notes.push(note);
    return;
  }
  const count = Number(before.values?.["count"] ?? 0) + Number(note.values?.["count"] ?? 0);
  notes[at] = { ...before, ...(count > 0 && { values: { ...before.values, count } }) };
}

/** @param mapping what the user said of the properties */
export function collectionFor(
  technology: Technology,
  plantName: string,
  mapping: FileMapping = {},
): Collection {
  const levels = new Map<ComponentType, LevelBuilder>();
  const mended = noRepairs();
  const refused = noneRefused();
  const notes: Problem[] = [];
  const files: FileCount[] = [];
  const size = readPointSize(mapping[SIZE] ?? "");
  let total = 0;

  const sinkFor = (source: TwinSource): FeatureSink => {
    let file: FileCount = { file: source.name, features: 0 };
    let fileIndex = files.push(file) - 1;
    const uploaded = readFileName(source.name, plantName);
    let fileName = uploaded;
    const fieldsOf = fieldReader(mapping);
    const { use, toLonLat } = placing(source);
    const refuse = (problem: Problem) => {
      file.features += 1;
      addProblem(refused, { ...problem, file: file.file });
    };

    /** The component type, or the problem of it. */
    const foldersOf = folderReader(plantName);
    const typeOf = (feature: RawFeature, text: string | null): ComponentType | Problem => {
      const column = mapping["type"] === undefined ? "component_type" : mapping["type"];
      const value = column === null ? null : feature.properties[column];
      const fromField = typeof value === "string" ? typeOfWord(value) : null;
      if (
        value !== undefined &&
        value !== null &&
        fromField === null &&
        source.component_type === null
      ) {
        const values = { value: String(value).slice(0, 60) };
        return { reason: "twin_type_unknown_value", field: column ?? "component_type", values };
      }
      const type =
        source.component_type ??
        fromField ??
        (text === null ? null : typeOfWord(text)) ??
        folderTypeOf(feature, fileName.type);
      if (type === null)
        throw failure("FILE_REFUSED", { reason: "twin_type_unknown", file: file.file });
      return componentTypes[type].technology === technology
        ? type
        : { reason: "twin_type_of_other_technology", field: "component_type", values: { type } };
    };

    /** A folder of another technology's parts says nothing. */
    const folderTypeOf = ({ folders }: RawFeature, byName: ComponentType | null) => {
      const type = folders ? foldersOf.typeOf(folders) : null;
      return type !== null && componentTypes[type].technology === technology ? type : byName;
    };

    const feature = (found: RawFeature) => {
      const place = {
        feature: found.number,
        ...(found.line === undefined ? {} : { line: found.line }),
      };
      const overLimit = featureLimitProblem(found);
      if (overLimit !== null) {
        refuse({ ...overLimit, ...place });
        return;
      }
      const [point, other] = found.points ?? [];
      const isPoint = found.outlines.length === 0 && (found.lines?.length ?? 0) === 0;
      const middle = isPoint && point && other === undefined ? point : null;
      const ring = size && middle && ringAround(toLonLat()(middle[0]!, middle[1]!), size);
      if (found.outlines.length === 0 && !ring) {
        refuse({
          reason: "twin_not_an_area",
          field: "geometry",
          values: { kind: found.kind },
          ...place,
        });
        return;
      }
      const type = typeOf(found, fieldsOf.typeText(found.properties));
      if (typeof type !== "string") {
        refuse({ ...type, ...place });
        return;
      }
      const fields = fieldsOf.read(found.properties, type);
      for (const [name, text] of [
        ["dt_id", fields.dtId],
        ["pcs", fields.pcs],
      ] as const) {
        if (!isTooLong(text) && !hasControl(text)) continue;
        const reason = isTooLong(text) ? "twin_name_too_long" : "twin_name_with_control";
        refuse({ reason, field: name, values: { most: MAX_NAME_LENGTH }, ...place });
        return;
      }
      const rings = ring
        ? repairedRings([{ ring, holes: [] }], (lon, lat) => [lon, lat], noRepairs())
        : repairedRings(found.outlines, toLonLat(), mended);
      if (!Array.isArray(rings)) {
        refuse({ ...rings, ...place });
        return;
      }
      total += 1;
      if (total > limits.twinComponents) {
        throw failure("FILE_REFUSED", {
          reason: "twin_over_limit",
          file: source.name,
          values: { most: limits.twinComponents },
        });
      }
      if (ring) {
        const values = { length: size.length, width: size.width, direction: size.direction };
        addNote(notes, { reason: "twin_points_sized", values: { count: 1, ...values } });
      }
      if (Number.isNaN(fields.height)) {
        addNote(notes, { reason: "twin_height_unread", file: file.file, values: { count: 1 } });
      }
      file.features += 1;
      let level = levels.get(type);
      if (level === undefined) levels.set(type, (level = levelBuilder(type)));
      const spare = fieldsOf.spare(found.properties, type);
      const hasName = fields.dtId !== null || fields.pcs !== "";
      const inside = found.folders ? foldersOf.placeOf(found.folders, type) : noFolder;
      level.spare.add(fileIndex, spare, found.properties, hasName);
      level.add({
        ring: joinRings(rings, mended),
        dtId: fields.dtId,
        pcs: fields.pcs,
        parent: fields.parent,
        parentName: (fields.parentName || inside.parentName).slice(0, MAX_NAME_LENGTH),
        group:
          (fields.group || (inside.isGroup ? inside.group : "")).slice(0, MAX_NAME_LENGTH) ||
          fileName.label,
        folder:
          fields.group === "" && !inside.isGroup ? inside.group.slice(0, MAX_NAME_LENGTH) : "",
        height: fields.height ?? NaN,
        file: fileIndex,
        feature: found.number,
      });
    };

    return {
      crs: use,
      feature,
      refuse,
      note: (note) => addNote(notes, note),
      part(name) {
        file = { file: `${source.name}/${name}`, features: 0 };
        fileIndex = files.push(file) - 1;
        const { type, label } = readFileName(basename(name), plantName);
        fileName = { type: type ?? uploaded.type, label: label || uploaded.label };
      },
    };
  };
  /** Folders name the groups where a file has several; a single one is the layer of the whole file. */
  const useFolders = () => {
    for (const { folder, file, group } of levels.values()) {
      const byFile = Map.groupBy(folder.keys(), (i) => file[i]!);
      for (const indexes of byFile.values()) {
        const names = new Set(indexes.map((i) => folder[i]!));
        if (names.size === 1) continue;
        for (const i of indexes) if (folder[i] !== "") group[i] = folder[i]!;
      }
    }
  };
  const useSpareColumns = () =>
    [...levels.values()].flatMap(({ type, spare, useNames }) => {
      const { columns, names } = spare.finish();
      if (names !== null) useNames(names);
      return columns.map((column) => ({ component_type: type, ...column }));
    });
  return { levels, mended, refused, notes, files, sinkFor, useFolders, useSpareColumns };
}
