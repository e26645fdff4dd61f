// A photo is marked up before it is sent: a part is hidden by pointer, an arrow is set by keys.
import sharp from "sharp";
import { expect, test } from "vitest";
import { ask, askBytes } from "./ask.ts";
import { sharedBrowser, sharedProduct, tokenOf } from "./browser.ts";
import { openPanel, openViewersPlant } from "./workbench.ts";

type Stored = {
  readonly id: number;
  readonly images: readonly {
    readonly id: number;
    readonly file_name: string;
    readonly lon: number | null;
    readonly lat: number | null;
  }[];
};

const product = await sharedProduct();
const browser = await sharedBrowser();

test("what is hidden in a photo is gone from the file that is sent, which keeps the rest and its place", async () => {
  const { page, faults } = await openViewersPlant(browser, product);
  const token = await tokenOf(page);
  const plant = /\/plant\/(\d+)/.exec(page.url())![1]!;
  const panel = page.locator("[data-panel=observations]");
  await openPanel(page, "Observations");
  await panel.getByRole("status").first().waitFor();
  await page.keyboard.press("j");
  // Lies on its side, as phones write it: marks belong to the upright picture.
  const raw = { width: 400, height: 300, channels: 3 } as const;
  // Stripes of two pixels: what is hidden has none any more.
  const stripes = Buffer.alloc(raw.width * raw.height * 3);
  for (let at = 0; at < stripes.length; at += 3) {
    stripes.fill((at / 3) % 4 < 2 ? 0 : 255, at, at + 3);
  }
  const photo = await sharp(stripes, { raw })
    .withExif({
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "37/1 45/1 0/1",
        GPSLongitudeRef: "W",
        GPSLongitude: "5/1 14/1 0/1",
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 100 })
    .toBuffer();
  await panel.getByRole("button", { name: "Add", exact: true }).click();
  const form = panel.getByRole("form", { name: /^New observation: / });
  await form
    .locator("input[type=file][accept^=image]")
    .setInputFiles([{ name: "face.jpg", mimeType: "image/jpeg", buffer: photo }]);
  await form.getByRole("button", { name: "Mark up face.jpg" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark up face.jpg" });
  await dialog.getByRole("radio", { name: "Hide" }).click();
  const surface = dialog.getByRole("group", { name: "Photo to mark up" });
  const box = (await surface.boundingBox())!;
  const drag = async (from: readonly [number, number], to: readonly [number, number]) => {
    const at = ([x, y]: readonly [number, number]) =>
      [box.x + x * box.width, box.y + y * box.height] as const;
    await page.mouse.move(...at(from));
    await page.mouse.down();
    await page.mouse.move(...at(to));
    await page.mouse.up();
  };
  await drag([0.1, 0.1], [0.4, 0.4]);
  await dialog.getByText("1 mark", { exact: true }).waitFor();
  // An arrow by keys: from the middle to the lower right.
  await dialog.getByRole("radio", { name: "Arrow" }).click();
  await surface.focus();
  await page.keyboard.press("Enter");
  for (const key of ["ArrowRight", "ArrowDown"]) {
    for (let step = 0; step < 3; step++) await page.keyboard.press(`Shift+${key}`);
  }
  await page.keyboard.press("Enter");
  await dialog.getByText("2 marks", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Use this photo" }).click();
  await dialog.waitFor({ state: "detached" });
  await form.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("button", { name: "Open photo face.jpg" }).waitFor();
  const { body } = await ask<{ observations: Stored[] }>(
    product,
    token,
    `/auth/plant/${plant}/observations?limit=5000`,
  );
  const stored = body.observations.find(({ images }) =>
    images.some(({ file_name }) => file_name === "face.jpg"),
  );
  const [image] = stored!.images;
  expect(image!.lon).toBeCloseTo(-5 - 14 / 60, 6);
  expect(image!.lat).toBeCloseTo(37.75, 6);
  const path = `/auth/observation/${stored!.id}/image/${image!.id}/full`;
  const sent = await askBytes(product, token, path);
  const { data, info } = await sharp(sent).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(info.width / info.height).toBeCloseTo(3 / 4, 2);
  const spread = (left: number, top: number) => {
    const values: number[] = [];
    for (let y = 0; y < 40; y++) {
      for (let x = 0; x < 40; x++) {
        values.push(
          data[
            Math.round((top + y / 400) * info.height) * info.width +
              Math.round((left + x / 400) * info.width)
          ]!,
        );
      }
    }
    return Math.max(...values) - Math.min(...values);
  };
  expect(spread(0.2, 0.2)).toBeLessThan(40);
  expect(spread(0.7, 0.1)).toBeGreaterThan(100);
  expect(faults).toEqual([]);
});
