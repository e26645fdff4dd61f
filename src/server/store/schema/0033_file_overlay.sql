-- It was always null.
ALTER TABLE "plant" ALTER COLUMN "file_overlay" SET DATA TYPE integer USING NULL::integer;--> statement-breakpoint
-- A blueprint belongs to a plant, and a plant shows one of its blueprints: a restore fills both before it checks.
ALTER TABLE "plant" ADD CONSTRAINT "plant_file_overlay_blueprint_id_fk" FOREIGN KEY ("file_overlay") REFERENCES "public"."blueprint"("id") ON DELETE set null ON UPDATE no action DEFERRABLE INITIALLY IMMEDIATE;--> statement-breakpoint
ALTER TABLE "blueprint" ADD COLUMN "corners" jsonb;
