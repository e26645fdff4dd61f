// Names of uploaded files: safe for every operating system, unique in their analysis, with their folders.
import { fileNameRefusal, safeFileName } from "../provider/document.ts";
import type { Refusal } from "../error.ts";

/** Longest name with its folders. */
export const uploadNameLength = 500;
/** A drone's card has two or three. */
const mostFolders = 8;

/** Two names that some operating systems take for one. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** The nearest sound name: each part of the path made safe, parts that lead elsewhere left out. */
export function secureName(sent: string): string {
  const parts = sent
    .split(/[\\/]/)
    .map((part) => part.trim())
    .filter((part) => part !== "" && !/^\.+$/.test(part) && !/^[a-z]:$/i.test(part));
  const file = safeFileName(parts.at(-1) ?? "");
  const folders = parts.slice(0, -1).slice(-mostFolders).map(safeFileName);
  // The folders nearest to the file say most.
  while (folders.length > 0 && [...folders, file].join("/").length > uploadNameLength) {
    folders.shift();
  }
  return [...folders, file].join("/");
}

/** Why a text is no name of an uploaded file, or null. What `secureName` answers is one. */
export function uploadNameRefusal(name: string): Refusal | null {
  const bad = { reason: "file_name_bad", field: "file_name" };
  if (name.length > uploadNameLength) return bad;
  const parts = name.split("/");
  if (parts.length > mostFolders + 1) return bad;
  const isBad = parts.some((part) => part.length > 200 || fileNameRefusal(part) !== null);
  return isBad ? bad : null;
}
