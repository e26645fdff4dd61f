import { describe, expect, it } from "vitest";
import { openDisk } from "./disk.ts";
import { withRoom } from "./object-room.ts";
import type { ObjectStore } from "./object-storage.ts";

const diskWith = (free_mb: number, kept_mb = 100) =>
  openDisk("/", kept_mb, async () => ({ bavail: free_mb * 1000, bsize: 1000 }));

describe("the disk", () => {
  it("says how much is free and how much is kept", async () => {
    expect(await diskWith(99).room()).toEqual({ free_mb: 99, kept_mb: 100, is_short: true });
    expect(await diskWith(100).room()).toEqual({ free_mb: 100, kept_mb: 100, is_short: false });
  });

  it("refuses what would use up the reserve", async () => {
    const values = { free: 110, kept: 100 };
    await diskWith(110).require(10e6);
    await expect(diskWith(110).require(11e6)).rejects.toMatchObject({
      code: "INSUFFICIENT_STORAGE",
      problems: [{ reason: "disk_short", values }],
    });
    await diskWith(60).require(-50e6);
    await expect(diskWith(40).require(-50e6)).rejects.toThrow("disk_short");
    await diskWith(0, 0).require(1e9);
  });

  it("that cannot be measured refuses nothing", async () => {
    const disk = openDisk("/", 100, () => Promise.reject(new Error("away")));
    await disk.require(1e9);
    expect((await disk.room()).is_short).toBe(false);
  });
});

describe("an object store on a disk that fills up", () => {
  it("ends a stream in the middle", async () => {
    let free = 200e3;
    const disk = openDisk("/", 100, async () => ({ bavail: free, bsize: 1000 }));
    let stored = 0;
    const inner = {
      async put(_key: string, body: AsyncIterable<Uint8Array>) {
        for await (const chunk of body) stored += chunk.byteLength;
      },
    } as unknown as ObjectStore;
    async function* chunks() {
      for (let i = 0; i < 100; i += 1) {
        if (i === 50) {
          free = 0;
          // Longer than a measurement is reused.
          await new Promise((wake) => setTimeout(wake, 250));
        }
        yield new Uint8Array(1e6);
      }
    }
    await expect(withRoom(inner, disk).put("key", chunks())).rejects.toThrow("disk_short");
    expect(stored).toBeLessThan(56e6);
  });
});
