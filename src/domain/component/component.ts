// The hierarchy of a plant: which component types a technology has, and which contains which.

export const technologies = ["parabolic_trough", "photovoltaic"] as const;
export type Technology = (typeof technologies)[number];

export type ComponentType =
  | "loop"
  | "sca"
  | "sce"
  | "absorber_tube"
  | "mirror"
  | "tracker_group"
  | "tracker"
  | "module";

type ComponentTypeRow = {
  readonly technology: Technology;
  /** The type that contains this one; null at the top of the hierarchy. */
  readonly parent: ComponentType | null;
};

/** Top of the hierarchy first, so that parents are always processed before their children. */
export const componentTypes = {
  loop: { technology: "parabolic_trough", parent: null },
  sca: { technology: "parabolic_trough", parent: "loop" },
  sce: { technology: "parabolic_trough", parent: "sca" },
  absorber_tube: { technology: "parabolic_trough", parent: "sce" },
  mirror: { technology: "parabolic_trough", parent: "sce" },
  tracker_group: { technology: "photovoltaic", parent: null },
  tracker: { technology: "photovoltaic", parent: "tracker_group" },
  module: { technology: "photovoltaic", parent: "tracker" },
} as const satisfies Record<ComponentType, ComponentTypeRow>;

export const componentTypeIds = Object.keys(componentTypes) as ComponentType[];

/** The component types of a technology, top of the hierarchy first. */
export function componentTypesOf(technology: Technology): ComponentType[] {
  return componentTypeIds.filter((type) => componentTypes[type].technology === technology);
}

/** The chain of types above `type`, nearest first: `mirror` gives `sce`, `sca`, `loop`. */
export function ancestorTypesOf(type: ComponentType): ComponentType[] {
  const parent = componentTypes[type].parent;
  return parent === null ? [] : [parent, ...ancestorTypesOf(parent)];
}

/** The types directly below `type`: `sce` gives `absorber_tube`, `mirror`. */
export function childTypesOf(type: ComponentType): ComponentType[] {
  return componentTypeIds.filter((child) => componentTypes[child].parent === type);
}
