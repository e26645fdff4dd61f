// What images and their services must be, as rules that return what is wrong; an empty list means all is well.

export type Service = {
  readonly image?: string;
  readonly build?: { readonly target: string };
  readonly user?: string;
  readonly read_only?: boolean;
  readonly privileged?: boolean;
  readonly network_mode?: string;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly restart?: string;
  readonly healthcheck?: object;
  readonly entrypoint?: readonly string[];
  readonly command?: readonly string[];
  readonly depends_on?: Readonly<
    Record<string, { readonly condition: string; readonly restart?: boolean }>
  >;
  readonly environment?: Readonly<Record<string, unknown>>;
};

export type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
  readonly networks: Readonly<Record<string, { readonly internal?: boolean } | null>>;
};

/** A tag that names one version, not a series: "18.4-trixie", not "18" or "latest". */
const isPinned = (image: string) => /:v?\d+\.\d+[\w.-]*$|@sha256:[0-9a-f]{64}$/.test(image);
/** Not root: a number, so that the host can check it. */
const isOrdinary = (user: string | undefined) => /^[1-9]\d*(:[1-9]\d*)?$/.test(user ?? "");
const isSecretName = (name: string) =>
  /PASSWORD|SECRET|TOKEN|ACCOUNTS|(^|_)KEY(_|$)|KEY_ID$|^(DATABASE|DATABASE_OWNER|OBJECT_STORE|SMTP)_URL$/.test(
    name,
  );
/** The default of a value that the environment does not set. */
const literal = (value: unknown) => String(value).replaceAll(/\$\{[^}]*\}/g, "");

/** Each stage of a Containerfile, with its lines put together. */
export function stagesOf(text: string) {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  const stages: { name: string; from: string; lines: string[] }[] = [];
  for (const line of lines) {
    const [, from = "", name = ""] = /^FROM (\S+)(?: AS (\S+))?$/.exec(line) ?? [];
    if (from !== "") stages.push({ name, from, lines: [] });
    else stages.at(-1)?.lines.push(line);
  }
  return stages;
}

/** What is wrong with a Containerfile whose stages of these names are run. */
export function imageFaults(text: string, run: readonly string[]): string[] {
  const stages = stagesOf(text);
  const names = new Set(stages.map(({ name }) => name));
  const faults = stages
    .filter(({ from }) => !names.has(from) && !isPinned(from))
    .map(({ from }) => `${from} is not pinned`);
  for (const { name, lines } of stages) {
    for (const line of lines) {
      const [, variable = ""] = /^(?:ENV|ARG) (\w+)/.exec(line) ?? [];
      if (isSecretName(variable)) faults.push(`${name} holds ${variable}`);
      if (line.startsWith("ADD ")) faults.push(`${name} adds what was not checked`);
    }
  }
  for (const name of run) {
    const lines = stages.find((stage) => stage.name === name)?.lines;
    if (!lines) {
      faults.push(`there is no ${name}`);
      continue;
    }
    const at = lines.findLastIndex((line) => line.startsWith("USER "));
    if (!isOrdinary(lines[at]?.slice(5))) faults.push(`${name} runs as root`);
    if (lines.slice(at).some((line) => /^(RUN|COPY) /.test(line)))
      faults.push(`${name} gives its user files to change`);
    if (!lines.some((line) => line.startsWith("HEALTHCHECK "))) faults.push(`${name} has no check`);
  }
  return faults;
}

/** What is wrong with the services of a compose file; the images that are built here are checked above. */
export function serviceFaults({ services, volumes, networks }: Compose): string[] {
  return Object.entries(services).flatMap(([name, service]) => {
    const faults: string[] = [];
    const must = (holds: boolean, fault: string) => {
      if (!holds) faults.push(`${name} ${fault}`);
    };
    must(service.build !== undefined || isPinned(service.image ?? ""), "is not pinned");
    must(service.build !== undefined || isOrdinary(service.user), "runs as root");
    must(service.user === undefined || isOrdinary(service.user), "runs as root");
    must(service.read_only === true, "can write into its image");
    const isApart = service.network_mode === "none" && service.networks === undefined;
    must(!service.privileged && (isApart || !service.network_mode), "reaches the host");
    must(service.cap_drop?.join() === "ALL" && !service.cap_add, "has rights that it needs not");
    must(service.security_opt?.includes("no-new-privileges:true") === true, "can gain rights");
    must(service.ports === undefined || name === "proxy", "is open to the outside");
    const ends = service.restart === "no";
    must(ends || service.healthcheck !== undefined, "has no check");
    must(ends || service.restart === "unless-stopped", "does not start again");
    for (const [variable, value] of Object.entries(service.environment ?? {})) {
      // A file is named, not written out.
      if (literal(value).startsWith("/")) continue;
      const secret = literal(value).replaceAll(/^\w+:\/\/|:?@.*$|solar_\w+|:/g, "");
      must(!isSecretName(variable) || secret === "", `has ${variable} written out`);
    }
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      const isFile = source.startsWith("./") && volume.endsWith(":ro");
      must(isFile || source in volumes, `mounts ${source}, which is not declared`);
    }
    for (const network of service.networks ?? []) must(network in networks, `is on no ${network}`);
    for (const other of Object.keys(service.depends_on ?? {}))
      must(other in services, `waits for no ${other}`);
    return faults;
  });
}
