import { beforeAll, expect, test } from "vitest";
import { loadWords, startWords } from "../../../client/i18n.ts";
import {
  lossLine,
  ageWords,
  lostMoneyWords,
  safetyLine,
  safetyWords,
  shareWithRange,
  totalWords,
} from "./portfolio-words.ts";

beforeAll(async () => {
  await startWords("en");
  await loadWords(() => true);
});

const plain = (text: string) => text.replaceAll(/[\u202F\u00A0]/g, " ");
const lost = (mwh: number, uncertain: number, currency: "EUR" | "BRL" = "EUR") => ({
  mwh,
  money: mwh * 60,
  uncertainty: { mwh: uncertain, money: uncertain * 60 },
  currency,
  money_assumed: false,
  parts: [],
  missing_key_figure_ids: [],
  most: null,
  left_out: [],
});

test("shares have the digits that their uncertainty leaves", () => {
  const words = (share: number, uncertainty: number) =>
    plain(shareWithRange({ share, uncertainty, most: null }));
  expect(words(0.2183, 0.056)).toBe("22% ± 6%");
  expect(words(0.2183, 0.0134)).toBe("21.8% ± 1.3%");
  expect(words(0.0423, 0.0052)).toBe("4.2% ± 0.5%");
  expect(words(0.00012, 0.00003)).toBe("0% ± 0.1%");
  const most = (end: number) =>
    plain(shareWithRange({ share: 0.2183, uncertainty: 0.056, most: end }));
  expect(most(0.301)).toBe("22% ± 6%, up to 31%");
  expect(most(1)).toBe("22% ± 6%, up to 100%");
});

test("a plant says the share it loses, or the energy where none is expected", () => {
  const words = (lost_energy: ReturnType<typeof lost> | null, expected_mwh: number | null) =>
    plain(lossLine({ lost_energy, expected_mwh, expected_assumed: false }));
  expect(words(lost(21_800, 5600), 100_000)).toBe("22% ± 6% of its energy lost");
  expect(words(lost(21_800, 5600), null)).toBe("22 ± 6 GWh/a lost");
  expect(words(null, 100_000)).toBe("Lost energy: not known");
  const assumed = { lost_energy: lost(21_800, 5600), expected_mwh: 1e5, expected_assumed: true };
  expect(plain(lossLine(assumed))).toBe("≈ 22% ± 6% of its energy lost");
  expect(plain(lostMoneyWords({ lost_energy: lost(21_800, 5600) }))).toBe("€1.3 M ± €0.3 M");
});

test("what modules of an unconfirmed fault may lose is said with the loss of a plant, and of all plants", () => {
  const sure = { ...lost(100, 20), left_out: [] };
  const most = { mwh: 281, money: 16_860 };
  const plant = { lost_energy: { ...sure, most }, expected_mwh: 1000, expected_assumed: false };
  expect(plain(lossLine(plant))).toBe("10% ± 2%, up to 29% of its energy lost");
  expect(plain(lossLine({ ...plant, expected_mwh: null }))).toBe(
    "100 ± 20 MWh/a, up to 290 MWh/a lost",
  );
  expect(plain(lostMoneyWords(plant))).toBe("€6,000 ± €1,200, up to €17,000");
  // A plant without such modules ends where its uncertainty does: 281 + 120.
  const total = totalWords([
    { ...plant, safety: null },
    { lost_energy: sure, safety: null },
  ]);
  expect(plain(total.energy)).toBe("200 ± 40 MWh/a, up to 410 MWh/a");
  expect(plain(total.money)).toBe("€12,000 ± €2,000, up to €25,000");
});

test("a share of a part of the plant says of which part it is", () => {
  const of = (value_count: number) => {
    const part = {
      key_figure_id: 1,
      sum: 0,
      mwh: 500,
      uncertainty: { mwh: 50 },
      value_count,
      component_count: 1000,
    };
    const lost_energy = { ...lost(500, 125), parts: [part] };
    return plain(lossLine({ lost_energy, expected_mwh: 100_000, expected_assumed: false }));
  };
  expect(of(960)).toBe("0.5% ± 0.1% of its energy lost");
  expect(of(109)).toBe("4.6% ± 1.1% of the energy lost in the 10% that was measured");
  expect(of(9)).toMatch(/ of the energy lost in the less than 1% that was measured$/);
});

test("values that the newest analysis did not measure have the date of theirs", () => {
  const days = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
  const words = (last: string | null, oldest: string | null) =>
    ageWords({ last_survey_at: last, oldest_result_at: oldest, time_zone: "UTC" });
  const last = days(3);
  expect(words(null, null)).toBe(null);
  expect(words(last, last)).toMatch(/^analysed \S+ .*ago$/);
  expect(words(last, "2025-03-03T12:00:00Z")).toMatch(/ago · some values of 3 Mar 2025$/);
});

test("dangers that are done or dismissed are said", () => {
  const safety = { count: 395, is_exact: true };
  expect(safetyLine({ safety, safety_handled: 0 })).toBe("395 safety findings");
  expect(safetyLine({ safety, safety_handled: 12 })).toBe(
    "395 safety findings (12 done or dismissed)",
  );
});

test("a count of dangers says where it is a lower bound, and where nothing is known", () => {
  expect(safetyWords(null)).toBe("Safety not assessed");
  expect(safetyWords({ count: 0, is_exact: true })).toBe("No safety finding");
  expect(safetyWords({ count: 1, is_exact: true })).toBe("1 safety finding");
  expect(safetyWords({ count: 1395, is_exact: false })).toBe("At least 1,395 safety findings");
});

test("money whose price is assumed says so, also in a sum", () => {
  const assumed = { ...lost(21_800, 5600), money_assumed: true };
  expect(plain(lostMoneyWords({ lost_energy: assumed }))).toBe("≈ €1.3 M ± €0.3 M");
  const plants = [assumed, lost(100, 10)].map((lost_energy) => ({ lost_energy, safety: null }));
  expect(plain(totalWords(plants).money)).toBe("≈ €1.3 M ± €0.3 M");
});

test("totals name each currency", () => {
  const status = { safety: null };
  const plants = [lost(100, 20), lost(200, 30), lost(1000, 100, "BRL")].map((lost_energy) => ({
    ...status,
    lost_energy,
  }));
  const { energy, money, safety } = totalWords(plants);
  expect(plain(energy)).toBe("1.30 ± 0.15 GWh/a");
  expect(plain(money)).toBe("€18,000 ± €3,000 · R$60,000 ± R$6,000");
  expect(safety).toBe("–");
});
