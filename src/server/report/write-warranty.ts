// Writes a warranty package: a ZIP with a folder for each maker, with cover, values and pictures.
import { createReadStream, createWriteStream } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { limits } from "../../domain/limits.ts";
import { byMaker, folderNames } from "../../domain/report/warranty-package.ts";
import type { ObjectStore } from "../adapters/object-storage.ts";
import { zipStream, type ZippedFile } from "../zip/zip-stream.ts";
import { openPaper } from "./paper.ts";
import type { Chapter } from "./report-chapter.ts";
import { fileName, pictureNames } from "./report-pictures.ts";
import { writeCover } from "./warranty-cover.ts";
import { claimedFindings, type ClaimedFinding } from "./warranty-finding.ts";
import type { WarrantyInput } from "./warranty-input.ts";
import { nameIn, warrantyTable, type PictureCount } from "./warranty-table.ts";
import { logoOf, sceneOf } from "./write-report.ts";

export type WrittenWarranty = {
  readonly findings: number;
  readonly makers: number;
  readonly pictures: number;
  /** Pictures that did not fit. */
  readonly left_out: number;
};

/** @param onMaker called after the cover of each maker @param most bytes of all pictures */
export async function writeWarranty(
  store: ObjectStore,
  input: WarrantyInput,
  onMaker: (done: number, all: number) => Promise<void> = () => Promise.resolve(),
  most: number = limits.reportPictureBytes,
): Promise<WrittenWarranty> {
  const scene = await sceneOf(store, input.report);
  const { words } = scene;
  const { created_at, author, locale, colour, plant, survey, title, customer } = input.report;
  const logo = await logoOf(store, input.report);
  const groups = byMaker(await claimedFindings(store, input, scene.data), ({ maker }) => maker);
  const nameOf = (maker: string) => maker || words.t("warranty.maker_unknown");
  const folders = folderNames(groups.map(({ maker }) => nameOf(maker)));
  const modified = new Date(created_at);
  const files: ZippedFile[] = [];
  const addFile = async (name: string, path: string) => {
    const { size } = await stat(path);
    const open = () => Promise.resolve(createReadStream(path));
    files.push({ name, bytes: size, modified, open });
  };
  const all = pictureList(scene, most);
  for (const [at, { maker, all: findings }] of groups.entries()) {
    const folder = folders[at]!;
    const counts = new Map<ClaimedFinding, PictureCount>();
    for (const one of findings) counts.set(one, await all.add(one, `${folder}/pictures`));
    const picturesOf = (one: ClaimedFinding) => counts.get(one)!;
    const cover = `${input.folder}/cover-${at}.pdf`;
    const paper = openPaper(cover, {
      title: `${title}: ${nameOf(maker)}`,
      author,
      lang: locale,
      created: modified,
      colour,
      foot: `${plant.name} · ${survey.name} · ${words.day(survey.flown_at)}`,
      page: (number, count) => words.t("page", { number, of: count }),
      lost: (codes, count) => words.t("letters_lost", { codes, count }),
    });
    const line = [
      plant.name,
      customer,
      words.t("made", { date: words.day(created_at), name: author }),
    ].join(" · ");
    paper.head({ title: `${title}: ${nameOf(maker)}`, logo, logoAlt: customer, line });
    writeCover(scene, { paper, findings, picturesOf });
    await paper.end();
    const table = `${input.folder}/findings-${at}.csv`;
    await writeFile(table, warrantyTable(scene, findings, picturesOf));
    await addFile(`${folder}/README.pdf`, cover);
    await addFile(`${folder}/findings.csv`, table);
    await onMaker(at + 1, groups.length);
  }
  const { stream } = await zipStream([...files, ...all.files]);
  await pipeline(stream, createWriteStream(input.path));
  return {
    findings: input.findings.length,
    makers: groups.length,
    pictures: all.files.length,
    left_out: all.leftOut(),
  };
}

/** Collects pictures until all would be larger than `most` bytes; two findings of one component share them. */
function pictureList(scene: Omit<Chapter, "paper">, most: number) {
  const { store, input, images } = scene;
  const modified = new Date(input.created_at);
  const folders = new Map<string, ReturnType<typeof pictureNames>>();
  /** By folder of the maker and component: which of its pictures are in. */
  const known = new Map<string, readonly boolean[]>();
  const files: ZippedFile[] = [];
  let sum = 0;
  const put = async (name: string, key: string): Promise<boolean> => {
    const bytes = await store.size(key);
    if (bytes === null || sum + bytes > most) return false;
    sum += bytes;
    files.push({ name, bytes, modified, open: () => store.stream(key) });
    return true;
  };
  return {
    files,
    leftOut: () => [...known.values()].flat().filter((isIn) => !isIn).length,
    async add(one: ClaimedFinding, folder: string): Promise<PictureCount> {
      const { component_type, row, dt_id } = one;
      const count = { thermal: 0, rgb: 0, left_out: 0 };
      if (row === null) return count;
      const names = folders.get(folder) ?? pictureNames();
      folders.set(folder, names);
      const pictures = images.all({ component_type, row });
      const key = `${folder}/${dt_id}`;
      let isIn = known.get(key);
      if (!isIn) {
        const own = `${folder}/${names.folderOf(dt_id, nameIn(scene, one))}`;
        const stored: boolean[] = [];
        for (const { full, kind, file_name } of pictures) {
          const name = names.fileIn(own, `${kind} ${fileName(file_name)}`);
          stored.push(await put(name, full));
        }
        isIn = stored;
        known.set(key, isIn);
      }
      for (const [at, { kind }] of pictures.entries()) count[isIn[at] ? kind : "left_out"] += 1;
      return count;
    },
  };
}
