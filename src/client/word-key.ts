// The type of all word keys, derived from the English files, so that a wrong key does not compile.

type Files = {
  webhook: typeof import("../../locales/en/webhook.json");
  "access-token": typeof import("../../locales/en/access-token.json");
  analysis: typeof import("../../locales/en/analysis.json");
  "analysis-file": typeof import("../../locales/en/analysis-file.json");
  analyses: typeof import("../../locales/en/analyses.json");
  compare: typeof import("../../locales/en/compare.json");
  component: typeof import("../../locales/en/component.json");
  "control-point": typeof import("../../locales/en/control-point.json");
  customer: typeof import("../../locales/en/customer.json");
  audit: typeof import("../../locales/en/audit.json");
  desk: typeof import("../../locales/en/desk.json");
  diagnostic: typeof import("../../locales/en/diagnostic.json");
  document: typeof import("../../locales/en/document.json");
  "drone-app": typeof import("../../locales/en/drone-app.json");
  drone: typeof import("../../locales/en/drone.json");
  error: typeof import("../../locales/en/error.json");
  field: typeof import("../../locales/en/field.json");
  "file-preview": typeof import("../../locales/en/file-preview.json");
  filter: typeof import("../../locales/en/filter.json");
  export: typeof import("../../locales/en/export.json");
  flight: typeof import("../../locales/en/flight.json");
  "flight-export": typeof import("../../locales/en/flight-export.json");
  "flight-route": typeof import("../../locales/en/flight-route.json");
  finding: typeof import("../../locales/en/finding.json");
  find: typeof import("../../locales/en/find.json");
  inbox: typeof import("../../locales/en/inbox.json");
  import: typeof import("../../locales/en/import.json");
  "key-figure": typeof import("../../locales/en/key-figure.json");
  layer: typeof import("../../locales/en/layer.json");
  headline: typeof import("../../locales/en/headline.json");
  licence: typeof import("../../locales/en/licence.json");
  legend: typeof import("../../locales/en/legend.json");
  mail: typeof import("../../locales/en/mail.json");
  monitoring: typeof import("../../locales/en/monitoring.json");
  map: typeof import("../../locales/en/map.json");
  coverage: typeof import("../../locales/en/coverage.json");
  loss: typeof import("../../locales/en/loss.json");
  report: typeof import("../../locales/en/report.json");
  observation: typeof import("../../locales/en/observation.json");
  order: typeof import("../../locales/en/order.json");
  evaluation: typeof import("../../locales/en/evaluation.json");
  orthomosaic: typeof import("../../locales/en/orthomosaic.json");
  outbox: typeof import("../../locales/en/outbox.json");
  offline: typeof import("../../locales/en/offline.json");
  password: typeof import("../../locales/en/password.json");
  permission: typeof import("../../locales/en/permission.json");
  "plant-settings": typeof import("../../locales/en/plant-settings.json");
  "survey-image": typeof import("../../locales/en/survey-image.json");
  "place-action": typeof import("../../locales/en/place-action.json");
  plant: typeof import("../../locales/en/plant.json");
  "plants-admin": typeof import("../../locales/en/plants-admin.json");
  plants: typeof import("../../locales/en/plants.json");
  print: typeof import("../../locales/en/print.json");
  "product-package": typeof import("../../locales/en/product-package.json");
  profile: typeof import("../../locales/en/profile.json");
  record: typeof import("../../locales/en/record.json");
  refusal: typeof import("../../locales/en/refusal.json");
  reference: typeof import("../../locales/en/reference.json");
  release: typeof import("../../locales/en/release.json");
  registration: typeof import("../../locales/en/registration.json");
  "release-note": typeof import("../../locales/en/release-note.json");
  "saved-view": typeof import("../../locales/en/saved-view.json");
  space: typeof import("../../locales/en/space.json");
  selection: typeof import("../../locales/en/selection.json");
  shell: typeof import("../../locales/en/shell.json");
  "single-sign-on": typeof import("../../locales/en/single-sign-on.json");
  "sign-in": typeof import("../../locales/en/sign-in.json");
  "serial-number": typeof import("../../locales/en/serial-number.json");
  statistics: typeof import("../../locales/en/statistics.json");
  table: typeof import("../../locales/en/table.json");
  task: typeof import("../../locales/en/task.json");
  terms: typeof import("../../locales/en/terms.json");
  tool: typeof import("../../locales/en/tool.json");
  twin: typeof import("../../locales/en/twin.json");
  upload: typeof import("../../locales/en/upload.json");
  user: typeof import("../../locales/en/user.json");
  "metered-energy": typeof import("../../locales/en/metered-energy.json");
  "work-order": typeof import("../../locales/en/work-order.json");
  workbench: typeof import("../../locales/en/workbench.json");
};

/** A key without its plural ending. */
type Base<K extends string> =
  K extends `${infer Stem}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Stem | K : K;

type KeysOf<T, Before extends string> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Before}${Base<K>}`
    : KeysOf<T[K], `${Before}${K}.`>;
}[keyof T & string];

/** Every `noun:path.to.key` that has words. */
export type WordKey = {
  [Noun in keyof Files]: KeysOf<Files[Noun], `${Noun}:`>;
}[keyof Files];

/**
 * K where it is a key, or a pattern such as `error:${string}` that at least one key fits; else never.
 * A plain string is only known at run time; the words test checks those.
 */
export type KnownKey<K extends string> = K extends WordKey
  ? K
  : K extends unknown
    ? [Extract<WordKey, K>] extends [never]
      ? never
      : K
    : never;
