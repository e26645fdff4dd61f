// The position of the device, as the browser reports it.

export type OwnPosition = {
  readonly lon: number;
  readonly lat: number;
  /** Radius in metres within which the device is, with 95 % confidence. */
  readonly accuracy_m: number;
  /** Metres per second; null where the device does not say. */
  readonly speed_mps: number | null;
  /** Degrees clockwise from north in which the device moves; null while it stands. */
  readonly course: number | null;
  /** Milliseconds since 1970. */
  readonly time_ms: number;
};

/** `unsupported`: the browser cannot, or the page was not opened by https. */
export const positionFaults = ["refused", "unavailable", "timeout", "unsupported"] as const;
export type PositionFault = (typeof positionFaults)[number];

const options: PositionOptions = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 2000 };

type Listener = {
  readonly onPosition: (position: OwnPosition) => void;
  readonly onFault: (fault: PositionFault) => void;
};

/** Watches the position until the returned function is called, again after the screen was locked. */
export function watchPosition({ onPosition, onFault }: Listener): () => void {
  const { geolocation } = navigator;
  if (!isSecureContext || !geolocation) {
    onFault("unsupported");
    return () => undefined;
  }
  const begin = () =>
    geolocation.watchPosition(
      ({ coords, timestamp }) =>
        onPosition({
          lon: coords.longitude,
          lat: coords.latitude,
          accuracy_m: coords.accuracy,
          speed_mps: coords.speed,
          course: coords.heading === null || Number.isNaN(coords.heading) ? null : coords.heading,
          time_ms: timestamp,
        }),
      ({ code, PERMISSION_DENIED, TIMEOUT }) =>
        onFault(
          code === PERMISSION_DENIED ? "refused" : code === TIMEOUT ? "timeout" : "unavailable",
        ),
      options,
    );
  let watch = begin();
  // Phones stop a watch behind a locked screen, and some do not start it again.
  const wake = () => {
    if (document.visibilityState !== "visible") return;
    geolocation.clearWatch(watch);
    watch = begin();
  };
  document.addEventListener("visibilitychange", wake);
  return () => {
    document.removeEventListener("visibilitychange", wake);
    geolocation.clearWatch(watch);
  };
}
