// By whose clock an instant is shown. What happened at a plant (a flight, a survey, a photo, an observation) has the
// plant's clock, `state/shell/site-clock.ts`; what users do themselves has their own, `state/shell/locale.ts`.
//
// The rule lists what may be shown by the reader's clock. An instant with a name that it does not know is refused, so
// that a new one is judged before it is shown.

/** Functions that show an instant by the clock of the reader's device. */
const readersClock = ["formatDate", "formatDateTime", "localDay"];

/** The last name of what is shown: what users and the server did, and today. */
const ownInstants = new Set([
  "created_at",
  "updated_at",
  "undone_at",
  "released_at",
  "withdrawn_at",
  "sent_at",
  "written_at",
  "exported_at",
  "generated_at",
  "finished_at",
  "expires_at",
  "last_sign_in_at",
  "last_used_at",
  // When an orthomosaic was compared with the twin.
  "fit_at",
  // When the diagnostics were met.
  "timestamp",
  // Now, by the server's clock.
  "serverTime()",
  "new Date(serverNow())",
]);

/** Names that say too little by themselves, with the file in which they are such an instant. */
const ownIn: Readonly<Record<string, readonly string[]>> = {
  // Both clocks of a device whose own is wrong, and when it was found out.
  "src/panels/observation/date-doubt.tsx": ["clock.device", "clock.server", "clock.heard"],
  // The begin of a release of the product.
  "src/app/header/release-notes.tsx": ["date"],
  // When the plant was taken offline.
  "src/app/offline/take-offline.tsx": ["held.taken_at"],
  "src/app/offline/go-online.tsx": ["taken_at"],
  "src/state/plant/offline.ts": ["taken_at"],
  // When somebody said that a serial number is another one.
  "src/panels/component/serial.tsx": ["ended_at"],
  // When a message is sent again.
  "src/panels/webhooks/deliveries.tsx": ["delivery.next_attempt_at"],
  // `expires_at` of a token.
  "src/panels/audit/entry-words.ts": ["text"],
  // `created_at` and `last_sign_in_at` of an account.
  "src/panels/users/account.tsx": ["iso"],
  // A day without a time, at noon.
  "src/state/shell/fault.ts": ["`${value}T12:00`"],
};

const rooms = /^(src\/(panels|map|app|state|client)|layers|tools)\//;
/** The two that have the clocks. */
const clocks = /^src\/state\/shell\/(locale|site-clock)\.ts$/;

type TextFile = { readonly path: string; readonly text: string };

/** Where an instant of a plant may be shown by the clock of the reader, as `file: text`. */
export function clockRule(files: readonly TextFile[]): string[] {
  return files
    .filter(({ path }) => rooms.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
    .filter(({ path }) => !clocks.test(path))
    .flatMap(({ path, text }) => [
      ...shownIn(text)
        .filter((shown) => !isOwn(path, shown))
        .map((shown) => `${path}: ${shown}`),
      ...(text.match(directly) ?? []).map((call) => `${path}: ${call}`),
    ]);
}

/**
 * Where a record is dated, or a day is called today, by the clock of the device, which may be months wrong: as `file`.
 * `Date.now()` measures how long something takes.
 */
export function deviceClockRule(files: readonly TextFile[]): string[] {
  return files
    .filter(({ path }) => rooms.test(path) && !/\.(test|fixture)\.tsx?$/.test(path))
    .filter(({ text }) => /\bnew Date\(\s*(?:Date\.now\(\)\s*)?\)/.test(text))
    .map(({ path }) => path);
}

/** Past the functions that know whose clock they use. */
const directly =
  /\bIntl\.DateTimeFormat|\.toLocale(?:Date|Time)String|\.get(?:FullYear|Month|Date|Day|Hours|Minutes)\(/g;

/** What the functions of the reader's clock are called with; the function itself where it is passed on. */
function shownIn(text: string): string[] {
  const body = text.replaceAll(/import\s+(?:type\s+)?\{[^}]*\} from "[^"]*";/g, "");
  const name = new RegExp(`(?<![\\w.])(?:${readersClock.join("|")})\\b`, "g");
  return [...body.matchAll(name)].map(({ index, 0: call }) => {
    const from = index + call.length;
    return body[from] === "(" ? argumentAt(body, from + 1) : call;
  });
}

/** The text up to the bracket that closes the call. */
function argumentAt(text: string, from: number): string {
  let depth = 1;
  let at = from;
  while (at < text.length) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) break;
    at += 1;
  }
  return text.slice(from, at).trim().replace(/,$/, "");
}

function isOwn(path: string, shown: string): boolean {
  if (ownInstants.has(shown) || ownIn[path]?.includes(shown)) return true;
  return /^[\w.]+$/.test(shown) && ownInstants.has(shown.split(".").at(-1)!);
}
