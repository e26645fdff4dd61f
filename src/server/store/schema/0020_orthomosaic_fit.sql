ALTER TABLE "orthomosaic" ADD COLUMN "fit" jsonb;--> statement-breakpoint
ALTER TABLE "orthomosaic" ADD COLUMN "fit_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orthomosaic" ADD COLUMN "placement" text DEFAULT 'stated' NOT NULL;