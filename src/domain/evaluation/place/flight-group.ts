// Which images of a survey are of one flight: of one camera, without a pause.

/** Minutes without an image after which another flight begins: its satellite corrections begin again, too. */
const PAUSE_MIN = 8;

type Taken = {
  readonly name: string;
  /** ISO 8601; null where the file does not state it. */
  readonly clock: string | null;
  readonly is_thermal: boolean;
  readonly camera: { readonly width_px: number; readonly height_px: number };
};

/** Each in the order in which its images were taken; images without a time are one flight by their names. */
export function flightsOf<Image extends Taken>(images: readonly Image[]): Image[][] {
  const byCamera = Map.groupBy(images, ({ is_thermal, camera, clock }) =>
    [is_thermal, camera.width_px, camera.height_px, clock === null].join(" "),
  );
  return [...byCamera.values()].flatMap((own) => divided(own.toSorted(byTime)));
}

function divided<Image extends Taken>(images: readonly Image[]): Image[][] {
  const flights: Image[][] = [];
  let before = NaN;
  for (const image of images) {
    const now = image.clock === null ? NaN : Date.parse(image.clock);
    if (flights.length === 0 || now - before > PAUSE_MIN * 60_000) flights.push([]);
    flights.at(-1)!.push(image);
    before = now;
  }
  return flights;
}

const byTime = (one: Taken, other: Taken) => {
  const apart = Date.parse(one.clock ?? "") - Date.parse(other.clock ?? "");
  return apart || (one.name < other.name ? -1 : 1);
};
