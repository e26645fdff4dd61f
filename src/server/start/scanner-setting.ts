// Settings of the virus scanner.
import { address, integer, optional, row } from "./setting-kind.ts";

export const scannerSettings = {
  virus_scanner: row({
    name: "VIRUS_SCANNER",
    fallback: "",
    meaning:
      "Daemon of ClamAV that each received file is sent to: `clamd://HOST:3310`, or `clamd:///run/clamav/clamd.ctl` for a socket of this machine. While it does not answer, no file is taken. Default: none.",
    schema: optional(address("clamd")),
  }),
  virus_scanner_mb: row({
    name: "VIRUS_SCANNER_MB",
    fallback: "100",
    meaning:
      "Largest file in MiB that the scanner sees as a whole, at most its `StreamMaxLength` and `MaxFileSize`. Longer ones are sent in pieces of this size.",
    schema: integer(2, 4000),
  }),
  virus_scanner_seconds: row({
    name: "VIRUS_SCANNER_SECONDS",
    fallback: "120",
    meaning: "Longest wait in seconds for the scanner to go on, or to say what it found.",
    schema: integer(1, 3600),
  }),
} as const;
