// Names of route files.

/** A name without what file systems and DJI's programs do not accept. */
export function fileName(name: string): string {
  const kept = name.replace(/[<>:"/|?*\\_.\p{Cc}]+/gu, "-").trim();
  return kept === "" ? "route" : kept.slice(0, 100);
}
