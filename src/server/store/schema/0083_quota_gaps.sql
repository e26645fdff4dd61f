ALTER TABLE "observation_photo_part" ADD COLUMN IF NOT EXISTS "declared" integer;--> statement-breakpoint
ALTER TABLE "custom_component_property" ADD COLUMN IF NOT EXISTS "created_by" integer;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN IF NOT EXISTS "plant_image_bytes" integer;--> statement-breakpoint
ALTER TABLE "custom_component_property" ADD CONSTRAINT "custom_component_property_created_by_account_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;