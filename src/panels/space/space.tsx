// The card of the 3D view, which is loaded with it.
import { useAtomValue } from "jotai";
import { limits } from "../../domain/limits.ts";
import { spaceAtom } from "../../state/map/space.ts";
import { chunk } from "../../ui/chunk.tsx";

const Card = chunk(async () => (await import("./space-card.tsx")).Card, limits.chunkLoadMs);

export function SpaceCard() {
  return useAtomValue(spaceAtom) === "3d" ? <Card /> : null;
}
