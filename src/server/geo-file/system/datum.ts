// Datums by their names in definitions without a code.
import { datumCodes } from "./datum-table.ts";

/** A name without its "D_" or "GCS_", as Esri writes them, and without anything but letters and digits. */
export const plainDatum = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/^(?:D|GCS)_/, "")
    .toLowerCase()
    .replace(/[^a-z\d]/g, "");

/**
 * Datums that agree with WGS 84 within a metre or so, by their plain names: those of today's satellite systems.
 * Others need a shift that the file states, or the code of which the definition is.
 */
export const sound =
  /^(?:d)?(?:wgs(?:19)?84|worldgeodeticsystem1984|etr[sf]|europeanterrestrial|northamerican(?:datum)?(?:of)?1983|nad(?:19)?83|gda|geocentricdatumofaustralia|sirgas|sistemadereferenciageocentrico|rgf|reseaugeodesiquefrancais|jgd|japanesegeodetic|nzgd2000|newzealandgeodeticdatum2000|hartebeesthoek|magna|marcogeocentrico|cgcs|china(?:geodeticcoordinatesystem)?2000|itrf|internationalterrestrial|igs|kgd2002|korea(?:n)?(?:geodeticdatum)?2000|geocentricdatumofkorea|posgar(?:19)?(?:94|98|2007)|posicionesgeodesicasargentinas|mexicoitrf|mexicanocurrent|ksagrf|regven|peru96|ramsac|italgeo|rdn2008|pulkovogsk2011|gsk2011)/;

/** "GGRS_1987" is "GGRS87". */
const shortYear = (name: string) => name.replace(/19(?=\d\d$)/, "");

/** Codes of projected systems of a datum, by the names that a definition of WKT 1 gives it and its geographic system. */
export function codesOfDatum(wkt: string): number[] {
  const named = ["GEOGCS", "DATUM"].map((word) =>
    plainDatum(new RegExp(String.raw`\b${word}\s*\[\s*"([^"]*)"`, "i").exec(wkt)?.[1] ?? ""),
  );
  const found = datumCodes
    .trim()
    .split(/\s+/)
    .find((line) => {
      const names = line.slice(0, line.indexOf(":")).split(",").map(shortYear);
      return named.some((name) => name !== "" && names.includes(shortYear(name)));
    });
  const runs = found?.slice(found.indexOf(":") + 1).split("/") ?? [];
  return runs.flatMap((run) => {
    const [from = 0, to = from] = run.split("-").map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
}
