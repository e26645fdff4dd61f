// What an import asks: a place far from the plant, percentages like fractions; in each language.
import { expect, test } from "vitest";
import { patient } from "../fixtures/patience.ts";
import { ask, send } from "./ask.ts";
import { sharedBrowser, openAs, ownProduct, tokenOf } from "./browser.ts";

const product = await ownProduct();
const soon = { timeout: patient(60_000) };
const browser = await sharedBrowser();

/** Soiling of a module, in per cent. */
const SOILING = 50;

const languages = [
  {
    locale: "en-GB",
    import_files: "Import 1 file",
    far: /The components are [\d,.]+ km away from the position of the plant/,
    here: "Import at this place",
    done: "The import is complete.",
    import_results: "Import results",
    fraction: /No value is above 0\.9%/,
    new_analysis: "New analysis",
    create: "Create analysis",
    missing: "An analysis name must be entered.",
  },
  {
    locale: "es-ES",
    import_files: "Importar 1 archivo",
    far: /km/,
    here: "Importar en este lugar",
    done: "La importación se completó.",
    import_results: "Importar resultados",
    fraction: /Ningún valor supera 0[.,]9\s%/,
    new_analysis: "Nuevo análisis",
    create: "Crear análisis",
    missing: "Debe introducir un nombre de análisis.",
  },
  {
    locale: "pt-BR",
    import_files: "Importar 1 arquivo",
    far: /km/,
    here: "Importar neste lugar",
    done: "A importação foi concluída.",
    import_results: "Importar resultados",
    fraction: /Nenhum valor passa de 0[.,]9%/,
    new_analysis: "Nova análise",
    create: "Criar análise",
    missing: "É necessário informar um nome para a análise.",
  },
] as const;

const text = (value: unknown) => Buffer.from(JSON.stringify(value));
/** A module of about one by two metres at the equator. */
const moduleAt = (at: number) => {
  const [west, south] = [at * 5e-5, 0];
  const ring = [
    [west, south],
    [west + 1e-5, south],
    [west + 1e-5, 2e-5],
    [west, 2e-5],
    [west, south],
  ];
  return {
    type: "Feature",
    properties: { dt_id: `m-${at}` },
    geometry: { type: "Polygon", coordinates: [ring] },
  };
};

test.each(languages)(
  "$locale: a far place and fractions are asked about, a name is demanded",
  async (words) => {
    const { page } = await openAs(browser, product, "analyst", { locale: words.locale });
    await page.goto(`${product.url}/plants`);
    const token = await tokenOf(page);
    const { body: plants } = await ask<{ customer_id: number }[]>(product, token, "/auth/plants");
    const name = `Far ${words.locale}`;
    const plant = await send<{ id: number }>(product, token, "/auth/plant", {
      name,
      technology: "photovoltaic",
      nominal_capacity: 3,
      mounting_type: "tracked",
      lon: -70,
      lat: -24,
      customer_id: plants[0]!.customer_id,
    });

    await page.goto(`${product.url}/plant/${plant.id}?panel=twin-import`);
    await page.locator("input[type=file]").setInputFiles({
      name: `${name} modules.geojson`,
      mimeType: "application/geo+json",
      buffer: text({ type: "FeatureCollection", features: [0, 1, 2, 3].map(moduleAt) }),
    });
    await page.getByRole("button", { name: words.import_files }).click();
    await page.getByText(words.far).first().waitFor(soon);
    await page.getByRole("button", { name: words.here }).click();
    await page.getByText(words.done).waitFor(soon);

    await page.goto(`${product.url}/plant/${plant.id}?panel=analyses`);
    await page.getByRole("button", { name: words.new_analysis }).first().click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: words.create }).click();
    await form.getByText(words.missing).waitFor();
    await form.getByRole("textbox").first().fill("First");
    await form.getByRole("button", { name: words.create }).click();
    await form.waitFor({ state: "detached" });
    const list = `/auth/analyses-for-view/${plant.id}`;
    const { body: analyses } = await ask<{ id: number }[]>(product, token, list);
    const { id } = analyses[0]!;
    await send(product, token, `/auth/analysis/${id}/state`, { state: "DATA_COMPLETE_VERIFIED" });

    await page.goto(`${product.url}/plant/${plant.id}?panel=result-import`);
    await page.locator("input[type=file]").setInputFiles({
      name: "result.json",
      mimeType: "application/json",
      buffer: text({
        format: "analysis-result",
        version: 1,
        columns: [
          {
            key_figure_id: SOILING,
            dt_ids: ["m-0", "m-1", "m-2", "m-3"],
            values: [0.1, 0.9, 0.4, 0.5],
          },
        ],
      }),
    });
    await page.getByRole("button", { name: words.import_results }).last().click();
    await page.getByText(words.done).waitFor(soon);
    await page.getByText(words.fraction).waitFor();
    expect(await page.getByText("{{").count()).toBe(0);
    await page.context().close();
  },
);
