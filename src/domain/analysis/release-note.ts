// Release notes of each version, newest first. The texts are in release-note.json under the version with
// underscores: "0.2.0" is `version.0_2_0`.
import { permissionMissing, type ViewerFacts } from "../account/viewer.ts";
import type { Refusal } from "../error.ts";

export type ReleaseNote = {
  readonly version: string;
  /** Day of the release, ISO 8601. */
  readonly date: string;
  /** Keys of its notes, in order. */
  readonly notes: readonly string[];
};

export const releaseNotes: readonly ReleaseNote[] = [
  {
    version: "0.31.0",
    date: "2026-12-01",
    notes: ["asked", "strings", "view", "sheets", "charged"],
  },
  {
    version: "0.30.0",
    date: "2026-12-01",
    notes: ["visible", "units", "room", "names", "access"],
  },
  {
    version: "0.29.0",
    date: "2026-12-01",
    notes: ["flight_place", "settled", "heights", "known", "device"],
  },
  {
    version: "0.28.0",
    date: "2026-12-01",
    notes: ["upto", "fields", "levels", "files", "open"],
  },
  {
    version: "0.27.0",
    date: "2026-11-30",
    notes: ["unsure", "ways", "photo", "decided", "call"],
  },
  {
    version: "0.26.0",
    date: "2026-11-30",
    notes: ["obstacle", "border", "datum", "finding", "phone", "look"],
  },
  {
    version: "0.25.0",
    date: "2026-11-30",
    notes: ["judged", "digits", "route", "table", "space", "clock"],
  },
  {
    version: "0.24.0",
    date: "2026-11-30",
    notes: ["ground", "kept", "flown", "tilt", "images", "people"],
  },
  {
    version: "0.23.0",
    date: "2026-11-30",
    notes: ["danger", "tilt", "power", "tables", "sooner", "people"],
  },
  {
    version: "0.22.0",
    date: "2026-11-30",
    notes: ["resolved", "settled", "doubt", "heights", "rights", "room"],
  },
  {
    version: "0.21.0",
    date: "2026-11-30",
    notes: ["sides", "daylight", "twins", "docks", "proof", "typed"],
  },
  {
    version: "0.20.0",
    date: "2026-11-29",
    notes: ["mosaic", "climb", "names", "tables", "money", "verdicts"],
  },
  {
    version: "0.19.0",
    date: "2026-11-29",
    notes: ["reflections", "package", "recordings", "print", "undo", "orders"],
  },
  {
    version: "0.18.0",
    date: "2026-11-29",
    notes: ["place", "systems", "heads", "serial", "claims"],
  },
  {
    version: "0.17.0",
    date: "2026-11-29",
    notes: ["pictures", "cost", "wind", "kinds", "accepted", "scanned"],
  },
  {
    version: "0.16.0",
    date: "2026-11-29",
    notes: ["inbox", "board", "tokens", "marks", "deleted", "said"],
  },
  {
    version: "0.15.0",
    date: "2026-11-29",
    notes: ["conditions", "warm", "drawings", "still", "layers"],
  },
  {
    version: "0.14.0",
    date: "2026-11-29",
    notes: ["crew", "preview", "observations", "areas", "again"],
  },
  {
    version: "0.13.0",
    date: "2026-11-28",
    notes: ["meters", "blur", "clouds", "world_file", "scim", "usage"],
  },
  {
    version: "0.12.0",
    date: "2026-11-28",
    notes: ["clock", "report", "portfolio", "waypoint", "parquet"],
  },
  {
    version: "0.11.0",
    date: "2026-11-28",
    notes: ["workbooks", "focus", "link", "busy"],
  },
  {
    version: "0.10.0",
    date: "2026-11-28",
    notes: ["orders", "find", "waypoint", "service", "passkeys"],
  },
  {
    version: "0.9.0",
    date: "2026-11-28",
    notes: ["viewer", "filters", "trail", "codes", "metres", "map"],
  },
  {
    version: "0.8.0",
    date: "2026-11-28",
    notes: ["life", "files", "edges", "reflection"],
  },
  {
    version: "0.7.0",
    date: "2026-11-28",
    notes: ["inside", "money", "ground", "stated", "pilot"],
  },
  {
    version: "0.6.0",
    date: "2026-11-27",
    notes: ["fault", "change", "missing", "home", "overlay"],
  },
  {
    version: "0.5.0",
    date: "2026-11-27",
    notes: ["points", "severity", "losses", "flight", "days"],
  },
  {
    version: "0.4.0",
    date: "2026-11-27",
    notes: ["place", "units", "numbers", "areas", "height", "waiting"],
  },
  {
    version: "0.3.0",
    date: "2026-11-27",
    notes: [
      "evaluation",
      "images",
      "flight",
      "space",
      "offline",
      "field",
      "headline",
      "losses",
      "exports",
      "licences",
    ],
  },
  {
    version: "0.2.0",
    date: "2026-11-21",
    notes: ["administration", "accounts", "brand", "unsaved", "diagnostics"],
  },
  { version: "0.1.0", date: "2026-10-30", notes: ["workbench", "map", "compare", "imports"] },
];

/** Why the notes are not shown, or null. They are part of the browser app, so no endpoint checks this. */
export function releaseNotesRefusal({
  permissions,
}: Pick<ViewerFacts, "permissions">): Refusal | null {
  return permissions.has("READ_RELEASE_NOTES") ? null : permissionMissing;
}

/** The word key of a note. */
export function releaseNoteKey(version: string, note: string): string {
  return `release-note:version.${version.replaceAll(".", "_")}.${note}`;
}
