ALTER TABLE "work_order" ADD COLUMN "is_internal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Those whose survey was deleted before this column was there cannot be told from others.
UPDATE "work_order" SET "is_internal" = true WHERE "analysis_id" IS NOT NULL;
