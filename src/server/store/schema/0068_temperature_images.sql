ALTER TABLE "analysis" ADD COLUMN "temperature_images" jsonb;--> statement-breakpoint
ALTER TABLE "analysis_file" ADD COLUMN "temperature_values" jsonb;
