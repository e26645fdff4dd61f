ALTER TABLE "flight_campaign" ADD COLUMN "exported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "flight_campaign" ADD COLUMN "export_failure" jsonb;