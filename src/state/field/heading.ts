// The direction in which the device points, from its compass.

/** Only iPhones have both: the heading itself, and a question to the user. */
type CompassEvent = DeviceOrientationEvent & { readonly webkitCompassHeading?: number };
type AskingEvent = { requestPermission(): Promise<"granted" | "denied"> };

/** Smaller turns are the trembling of a hand. */
const LEAST_TURN = 2;

/**
 * Watches the heading in degrees clockwise from north until the returned function is called. To be called by a
 * press: iPhones ask for permission. Without a compass, or where it is refused, nothing is reported.
 */
export function watchHeading(onHeading: (heading: number) => void): () => void {
  if (typeof DeviceOrientationEvent === "undefined") return () => undefined;
  let last: number | null = null;
  const turned = (event: Event) => {
    const heading = headingOf(event as CompassEvent, screen.orientation?.angle ?? 0);
    if (heading === null) return;
    if (last !== null && Math.abs(((heading - last + 540) % 360) - 180) < LEAST_TURN) return;
    last = heading;
    onHeading(heading);
  };
  const asking: unknown = DeviceOrientationEvent;
  const name = isAsking(asking) ? "deviceorientation" : "deviceorientationabsolute";
  let isOver = false;
  const begin = () => {
    if (!isOver) window.addEventListener(name, turned);
  };
  if (isAsking(asking)) {
    asking.requestPermission().then(
      (answer) => answer === "granted" && begin(),
      () => undefined,
    );
  } else begin();
  return () => {
    isOver = true;
    window.removeEventListener(name, turned);
  };
}

function isAsking(event: unknown): event is AskingEvent {
  return typeof event === "function" && "requestPermission" in event;
}

type Turn = Pick<CompassEvent, "webkitCompassHeading" | "absolute" | "alpha">;

/** @param screenAngle degrees by which the screen is turned from upright */
export function headingOf(
  { webkitCompassHeading, absolute, alpha }: Turn,
  screenAngle: number,
): number | null {
  // The compass gives degrees clockwise, the orientation counter-clockwise.
  const heading = webkitCompassHeading ?? (absolute && alpha !== null ? 360 - alpha : null);
  return heading === null ? null : (heading + screenAngle) % 360;
}
