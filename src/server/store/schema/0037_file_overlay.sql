-- It was always null.
ALTER TABLE "plant" ALTER COLUMN "file_overlay" SET DATA TYPE integer USING NULL::integer;--> statement-breakpoint
ALTER TABLE "plant" ADD CONSTRAINT "plant_file_overlay_blueprint_id_fk" FOREIGN KEY ("file_overlay") REFERENCES "public"."blueprint"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blueprint" ADD COLUMN "corners" jsonb;
