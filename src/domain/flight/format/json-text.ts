// Parses JSON files with the line of a fault.
import { limits } from "../../limits.ts";
import { refusedFile } from "./opened-route.ts";

/** @throws Failure FILE_REFUSED */
export function jsonOf(bytes: Uint8Array, file: string): unknown {
  if (bytes.length > limits.routeFileBytes) {
    const values = { most: limits.routeFileBytes / 1024 ** 2 };
    throw refusedFile(file, { reason: "route_file_large", values });
  }
  const text = textOf(bytes, file);
  if (text.trim() === "") throw refusedFile(file, { reason: "file_empty" });
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const position = /position (\d+)/.exec(cause instanceof Error ? cause.message : "")?.[1];
    const before = position === undefined ? text : text.slice(0, Number(position));
    throw refusedFile(file, { reason: "json_syntax", line: before.split("\n").length });
  }
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw refusedFile(file, { reason: "file_not_utf8" });
  }
}
