// What was asked for rented GPU servers. The servers themselves are kept by the cloud.
import { eq } from "drizzle-orm";
import type { GpuServer, GpuServerForm } from "../../../domain/provider/gpu-server.ts";
import type { Database } from "../../context.ts";
import { gpuServerWish } from "../schema/server.ts";

/** Keeps what was asked for a server. */
export async function addWish(
  db: Database,
  id: string,
  { cpu_type, min_vcpu }: Pick<GpuServerForm, "cpu_type" | "min_vcpu">,
): Promise<void> {
  await db.insert(gpuServerWish).values({ id, cpu_type, min_vcpu });
}

/** Forgets a server that was ended. */
export async function removeWish(db: Database, id: string): Promise<void> {
  await db.delete(gpuServerWish).where(eq(gpuServerWish.id, id));
}

/** The servers of the cloud with what was asked for them, in the same order. */
export async function withWishes(
  db: Database,
  servers: readonly GpuServer[],
): Promise<GpuServer[]> {
  const rows = servers.length === 0 ? [] : await db.select().from(gpuServerWish);
  const wishes = new Map(rows.map((row) => [row.id, row]));
  return servers.map((server) => {
    const wish = wishes.get(server.id);
    if (!wish) return server;
    const { cpu_type, min_vcpu } = wish;
    return {
      ...server,
      cpu_type: server.cpu_type ?? cpu_type,
      min_vcpu: server.min_vcpu ?? min_vcpu,
    };
  });
}
