UPDATE "analysis_file" SET "reading_state" = 'waiting'
  WHERE "reading_state" <> 'waiting'
    AND ("reading_fault" = 'image_heic' OR ("file_name" ~* '[.]tiff?$' AND ("lon" IS NULL OR "width" IS NOT NULL)));--> statement-breakpoint
INSERT INTO "task" ("name", "input", "analysis_id", "plant_id")
  SELECT 'read_analysis_files', jsonb_build_object('analysis_id', "analysis"."id"), "analysis"."id", "analysis"."plant_id"
  FROM "analysis"
  WHERE EXISTS (
      SELECT FROM "analysis_file"
      WHERE "analysis_file"."analysis_id" = "analysis"."id" AND "analysis_file"."reading_state" = 'waiting'
    )
    AND NOT EXISTS (
      SELECT FROM "task"
      WHERE "task"."analysis_id" = "analysis"."id" AND "task"."name" = 'read_analysis_files' AND "task"."state" = 'PENDING'
    );
