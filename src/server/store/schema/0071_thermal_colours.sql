UPDATE "analysis_file" SET "reading_state" = 'waiting'
  WHERE "reading_state" = 'read'
    AND "is_thermal" IS NULL AND "is_radiometric" IS NOT TRUE
    AND "file_name" ~* '[.]jpe?g$' AND "width"::bigint * "height" <= 1600000;--> statement-breakpoint
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
