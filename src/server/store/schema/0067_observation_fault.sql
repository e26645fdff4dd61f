ALTER TABLE "observation" ADD COLUMN "fault_type" integer;--> statement-breakpoint
CREATE INDEX "finding_life_plant" ON "finding_life" USING btree ("plant_id","id");