ALTER TABLE "custom_component_property" ADD COLUMN "is_required" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "custom_component_property" ADD COLUMN "condition" jsonb;