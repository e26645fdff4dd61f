// Who may open a plant. Apart from the shapes of a plant: the list of panels, which every page starts with, needs it.

/** Permissions of which one is enough to open a plant, and to save views of it. */
export const viewsPlant = {
  any: [
    "READ_ANALYSIS_RESULT",
    "READ_DIGITAL_TWIN_VISUALIZATION",
    "READ_OBSERVATION",
    "READ_ALL_PLANT",
  ],
} as const;
