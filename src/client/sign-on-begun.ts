// A sign-in at the service of a customer while the browser is there, and where to end that service's session. It is
// kept by this tab alone: another browser that gets hold of the answer cannot use it.
const names = { begun: "sign-on-begun", end: "sign-on-end" } as const;

export type BegunSignOn = { readonly browser_key: string; readonly dest: string | null };
export type ServiceEnd = { readonly name: string; readonly url: string };

export const keepBegun = (begun: BegunSignOn) => write(names.begun, begun);
export const keepServiceEnd = (end: ServiceEnd | null) => write(names.end, end);

/** What was begun in this tab, once; null for nothing. */
export function takeBegun(): BegunSignOn | null {
  const begun = read<BegunSignOn>(names.begun);
  write(names.begun, null);
  return typeof begun?.browser_key === "string" ? begun : null;
}

/** The service whose session goes on after a sign-out here; null for none. */
export function serviceEnd(): ServiceEnd | null {
  const end = read<ServiceEnd>(names.end);
  const isAddress = /^https?:$/.test(URL.parse(String(end?.url))?.protocol ?? "");
  return end && isAddress ? { name: String(end.name), url: end.url } : null;
}

function read<T>(name: string): (Partial<T> & T) | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") as (Partial<T> & T) | null;
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // With blocked storage the sign-in cannot come back; the page says that it has expired.
  }
}
