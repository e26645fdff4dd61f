// Which uploaded files count as images of their own.
import { sql, type SQL } from "drizzle-orm";
import { analysisFile } from "../../schema/analysis-file.ts";

/**
 * Leaves out TIFFs that were exported from a thermal JPEG of the same analysis: the JPEG is the image, and the TIFF its
 * temperatures. Which JPEG that is follows the rule of `originsOf`: that of the same name in the folder, else the only
 * one of the name.
 */
export function isImageOfItsOwn(analysis_id: number): SQL {
  const stem = (row: SQL) => sql`regexp_replace(${row}.name_key, '[.][^./]*$', '')`;
  const base = (row: SQL) => sql`regexp_replace(${stem(row)}, '^.*/', '')`;
  const [jpeg, frame] = [sql.raw("jpeg"), sql.raw("frame")];
  return sql`${analysisFile.id} not in (
    with named as materialized (
      select ${stem(jpeg)} as stem, ${base(jpeg)} as base,
          count(*) over (partition by ${base(jpeg)}) as alike,
          coalesce(jpeg.is_radiometric, false) or coalesce(jpeg.is_thermal, false) as is_heat
        from analysis_file jpeg
        where jpeg.analysis_id = ${analysis_id} and jpeg.name_key ~ '[.]jpe?g$'
          and jpeg.width is not null
    )
    select frame.id from analysis_file frame
      join named on named.base = ${base(frame)}
      where frame.analysis_id = ${analysis_id} and frame.temperature_values is not null
        and named.is_heat and (named.stem = ${stem(frame)} or named.alike = 1))`;
}
