// The demo's documents: short correct texts, and tables from the product's catalogues.
import { randomUUID } from "node:crypto";
import { groundSampling, angleOfView } from "../../domain/provider/drone-model.ts";
import { keyFigures } from "../../domain/key-figure/key-figure.ts";
import { shippedDroneModels } from "../../domain/provider/shipped-drone-model.ts";
import type { Services } from "../../server/context.ts";
import { documentFile } from "../../server/store/schema/provider.ts";
import { plainPdf } from "./plain-pdf.ts";

type Plan = {
  readonly title: string;
  readonly file_name: string;
  readonly description: string;
  readonly is_protected?: true;
  /** Days before the demo was created. */
  readonly age: number;
  readonly bytes: () => Buffer;
};

const csv = (rows: readonly (readonly (string | number)[])[]) =>
  Buffer.from(
    `\ufeff${rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")).join("\r\n")}\r\n`,
  );
const round = (value: number | null, digits: number) => value?.toFixed(digits) ?? "";

export const documentPlans: readonly Plan[] = [
  {
    title: "Flight day checklist",
    file_name: "Flight day checklist.pdf",
    description: "What to prepare, check and log on the day of a flight.",
    age: 180,
    bytes: () =>
      plainPdf("Flight day checklist", [
        "The evening before: charge all packs, format the cards, load the routes of the campaign to the controller and compare their number with the plan.",
        "Weather: clear sky, irradiance of at least 600 W/m² in the plane of the modules, wind below 6.7 m/s. Note cloud cover and ambient temperature at the start and at the end.",
        "Plant: under load for at least 30 minutes. Ask the control room for loops or inverters that are out of service and note them: they look like findings.",
        "Camera: native resolution (no enhancement), radiometric JPEG, lens clean, focus checked on a target at flight height.",
        "Before take-off: home point, return height above every obstacle, no-fly areas shown on the controller, observer in place.",
        "After landing: compare the number of photos with the plan before the packs are cold, and copy the card twice.",
      ]),
  },
  {
    title: "How to read a thermal analysis",
    file_name: "How to read a thermal analysis.pdf",
    description: "Classes of the glass tube temperature, and what they mean for operation.",
    age: 120,
    bytes: () =>
      plainPdf("How to read a thermal analysis", [
        "The glass of an intact receiver is only hand-warm while the absorber inside is at 400 °C: the vacuum insulates. Hot glass therefore means lost vacuum.",
        "Class 1, good: the vacuum is intact. Class 2: the vacuum loss begins; check it again in the next analysis. Class 3, moderate heat loss, and class 4, severe heat loss: worth replacing when the collector is down anyway.",
        "Hydrogen that permeates into the vacuum conducts heat better than air: such tubes are hotter than those that are merely vented.",
        "Missing glass shows as the coldest glass and the hottest absorber. Its loss is the largest of all and it is repaired first.",
        "Compare analyses in the compare panel: a class that rises from analysis to analysis matters more than a single high value.",
      ]),
  },
  {
    title: "Key figure catalogue",
    file_name: "Key figures.csv",
    description: "Every key figure with its number, technology, component and unit.",
    age: 60,
    bytes: () =>
      csv([
        ["id", "key", "technology", "component_type", "unit"],
        ...keyFigures.map(({ id, key, technology, component_type, unit }) => [
          id,
          key,
          technology,
          component_type,
          unit ?? "",
        ]),
      ]),
  },
  {
    title: "Import template for results",
    file_name: "Result template.csv",
    description:
      "The columns of a result file in CSV: one line a component, one column a key figure.",
    age: 45,
    bytes: () =>
      csv([
        ["pcs", "glass_tube_temperature"],
        ["A-L01-SCA1-SCE01-T1", 1],
        ["A-L01-SCA1-SCE01-T2", 3],
      ]),
  },
  {
    title: "What we keep, and for how long",
    file_name: "Data retention.txt",
    description: "Which data of an analysis are kept, where, and when they are deleted.",
    age: 20,
    bytes: () =>
      Buffer.from(
        [
          "WHAT WE KEEP, AND FOR HOW LONG",
          "",
          "Photos of an analysis are kept as long as the contract runs and one year after it.",
          "Results are kept until the customer asks for their deletion.",
          "A session ends after 60 minutes without a call, and after 12 hours in any case.",
          "Codes sent by e-mail are valid for 10 minutes and work once.",
          "Photos do not show people on purpose. A photo with a person is deleted on request.",
          "",
        ].join("\r\n"),
      ),
  },
  {
    title: "Camera calibration, internal",
    file_name: "Camera calibration.csv",
    description: "Focal lengths, angles and ground sampling that the flight planning works with.",
    is_protected: true,
    age: 10,
    bytes: () =>
      csv([
        ["model", "camera", "width_px", "height_px", "focal_px", "angle_deg", "cm_per_px_at_30_m"],
        ...shippedDroneModels.flatMap(({ abbreviation, cameras }) =>
          cameras.map((camera) => [
            abbreviation,
            camera.kind,
            camera.width,
            camera.height,
            camera.focal_px ?? "",
            round(angleOfView(camera), 1),
            round(groundSampling(camera, 30), 2),
          ]),
        ),
      ]),
  },
];

/** Writes the files and their rows. */
export async function writeDocuments(
  { db, files, now }: Pick<Services, "db" | "files" | "now">,
  created_by: number,
): Promise<void> {
  const rows = await Promise.all(
    documentPlans.map(async ({ age, bytes: make, ...plan }) => {
      const bytes = make();
      const object = `document/${randomUUID()}`;
      await files.put(object, bytes);
      const at = new Date(now().getTime() - age * 86_400_000).toISOString();
      return { ...plan, object, bytes: bytes.length, created_by, created_at: at, updated_at: at };
    }),
  );
  await db.insert(documentFile).values(rows);
}
