// What simulated users do: the calls of a browser, in proportions and with pauses as of people at work.

/** How a call is judged. Heavy calls (files, filtered pages) wait for their share by design. */
export type Kind = "read" | "column" | "write" | "heavy";

export type Call = {
  readonly kind: Kind;
  readonly path: string;
  /** A POST with this JSON; absent for a GET. */
  readonly body?: unknown;
  /** Of what is stored: names it, so that it can be looked for at the end. */
  readonly stored?: string;
};

/** What of the product the users look at. */
export type PlantScene = {
  readonly id: number;
  readonly analysis_id: number;
  readonly key_figures: readonly { readonly id: number; readonly hash: string }[];
  readonly component_type: string;
  readonly dt_ids: readonly string[];
};

type Random = () => number;
const one = <Value>(values: readonly Value[], random: Random): Value =>
  values[Math.floor(random() * values.length)]!;

const columnOf = (
  { analysis_id }: PlantScene,
  { id, hash }: { id: number; hash: string },
): Call => ({
  kind: "column",
  path: `/auth/analysis-result/${analysis_id}/${id}/column/${hash}`,
});
const read = (path: string): Call => ({ kind: "read", path });

/** Opens a plant: what the app asks for until the map has colours. */
function openPlant(plant: PlantScene, random: Random): Call[] {
  const { id, analysis_id, key_figures } = plant;
  return [
    read("/auth/user/me"),
    read("/auth/plants"),
    read(`/auth/plant/${id}`),
    read(`/auth/plant/${id}/field-geometry`),
    read(`/auth/analyses-for-view/${id}`),
    read(`/auth/analysis/${analysis_id}/columns`),
    read(`/auth/analysis/${analysis_id}/headline`),
    columnOf(plant, one(key_figures, random)),
    columnOf(plant, one(key_figures, random)),
  ];
}

/** Chooses another key figure: its column, and its counts. */
const legend = (plant: PlantScene, random: Random): Call[] => [
  columnOf(plant, one(plant.key_figures, random)),
  read(`/auth/plant/${plant.id}/key-figure-limits`),
];

function filteredPage({ analysis_id, key_figures }: PlantScene, random: Random): Call[] {
  const figure = one(key_figures, random);
  const filters = JSON.stringify([{ kind: "text", text: String(Math.floor(random() * 100)) }]);
  const query = new URLSearchParams({ filters, limit: "1000" });
  return [{ kind: "heavy", path: `/auth/analysis-result/${analysis_id}/${figure.id}?${query}` }];
}

function clicked({ analysis_id, component_type, dt_ids }: PlantScene, random: Random): Call[] {
  const name = encodeURIComponent(one(dt_ids, random));
  return [read(`/auth/analysis/${analysis_id}/component/${component_type}/${name}`)];
}

function observed(plant: PlantScene, random: Random, name: string): Call[] {
  const body = {
    external_id: name,
    dt_id: one(plant.dt_ids, random),
    observed_at: "2026-11-02T10:00:00Z",
    notes: name,
  };
  return [
    { kind: "write", path: `/auth/plant/${plant.id}/observation`, body, stored: name },
    { kind: "heavy", path: `/auth/plant/${plant.id}/observations?limit=100` },
  ];
}

const findings = ({ id }: PlantScene): Call[] => [
  read(`/auth/plant/${id}/findings`),
  read(`/auth/plant/${id}/work-orders`),
  read("/auth/inbox"),
];

const exported = ({ id }: PlantScene): Call[] => [
  { kind: "heavy", path: `/auth/plant/${id}/observations/export?format=csv` },
];

/** Shares of what a user does next; they add up to one. */
const shares = [
  [0.35, openPlant],
  [0.15, filteredPage],
  [0.15, clicked],
  [0.12, legend],
  [0.1, observed],
  [0.1, findings],
  [0.03, exported],
] as const;

/** What a user does next; calls of one action follow each other. */
export function nextAction(
  scene: readonly PlantScene[],
  random: Random,
  name: string,
): readonly Call[] {
  const plant = one(scene, random);
  let left = random();
  for (const [share, make] of shares) {
    left -= share;
    if (left < 0) return make(plant, random, name);
  }
  return openPlant(plant, random);
}

/** Seconds until the next action: exponential, as of people who do not know of each other. */
export const pauseOf = (random: Random, mean: number) => -Math.log(1 - random()) * mean;
