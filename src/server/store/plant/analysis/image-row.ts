// Which uploaded files count as images of their own.
import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../../../context.ts";
import { analysisFile } from "../../schema/analysis-file.ts";

/**
 * Leaves out TIFFs that were exported from a thermal JPEG of the same analysis: the JPEG is the image, and the TIFF its
 * temperatures. Which JPEG that is follows the rule of `originsOf`: that of the same name in the folder, else the only
 * one of the name. Where the JPEG has no place and a TIFF of it has one, the TIFF is the image: it would be nowhere.
 */
export function isImageOfItsOwn(analysis_id: number): SQL {
  return sql`${analysisFile.id} not in (${leftOut(analysis_id)})`;
}

/** The files that `isImageOfItsOwn` leaves out, for who reads page by page: the names are compared once. */
export async function readLeftOut(db: Database, analysis_id: number): Promise<ReadonlySet<number>> {
  const { rows } = await db.execute<{ id: number | string }>(leftOut(analysis_id));
  return new Set(rows.map(({ id }) => Number(id)));
}

function leftOut(analysis_id: number): SQL {
  const stem = (row: SQL) => sql`regexp_replace(${row}.name_key, '[.][^./]*$', '')`;
  const base = (row: SQL) => sql`regexp_replace(${stem(row)}, '^.*/', '')`;
  const [jpeg, frame] = [sql.raw("jpeg"), sql.raw("frame")];
  return sql`
    with named as materialized (
      select jpeg.id, ${stem(jpeg)} as stem, ${base(jpeg)} as base,
          count(*) over (partition by ${base(jpeg)}) as alike,
          coalesce(jpeg.is_radiometric, false) or coalesce(jpeg.is_thermal, false) as is_heat,
          jpeg.lon is not null and jpeg.lat is not null as has_place
        from analysis_file jpeg
        where jpeg.analysis_id = ${analysis_id} and jpeg.name_key ~ '[.]jpe?g$'
          and jpeg.width is not null
    ), pair as (
      select frame.id as frame_id, named.id as jpeg_id,
          not named.has_place and frame.lon is not null and frame.lat is not null
            and row_number() over (
              partition by named.id order by frame.lon is null or frame.lat is null, frame.id
            ) = 1 as is_frame
        from analysis_file frame
        join named on named.base = ${base(frame)}
        where frame.analysis_id = ${analysis_id} and frame.temperature_values is not null
          and named.is_heat and (named.stem = ${stem(frame)} or named.alike = 1)
    )
    select case when is_frame then jpeg_id else frame_id end as id from pair`;
}
