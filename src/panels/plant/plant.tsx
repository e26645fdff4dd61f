// What the map cannot show by itself: the plant is on its way, missing, or has nothing to draw yet.
export function PlantState() {
  return null;
}
