ALTER TABLE "analysis_file" ADD COLUMN "is_thermal" boolean;--> statement-breakpoint
ALTER TABLE "analysis_file" ADD COLUMN "position_m" real;
