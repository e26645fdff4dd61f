// Errors the browser met, kept until they are reported.
type Fault = { error_id: string; message: string; app_url: string; timestamp: string };

const KEPT = 50;
let kept: Fault[] = [];

/** Keeps an error for the next report. Addresses lose their query: it may hold what a user typed. */
export function keepFault(fault: { error_id: string; message: string; code?: string }): void {
  const message = [fault.code, fault.message].filter(Boolean).join(": ").slice(0, 2000);
  kept.push({
    error_id: fault.error_id,
    message,
    app_url: `${location.origin}${location.pathname}`,
    timestamp: new Date().toISOString(),
  });
  kept = kept.slice(-KEPT);
}

/** Hands over what is kept and forgets it. */
export function takeFaults(): Fault[] {
  const taken = kept;
  kept = [];
  return taken;
}

/** Puts back what could not be sent. */
export function returnFaults(faults: readonly Fault[]): void {
  kept = [...faults, ...kept].slice(-KEPT);
}
