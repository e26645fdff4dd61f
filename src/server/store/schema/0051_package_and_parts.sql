ALTER TABLE "finding_life" ADD COLUMN "parts" text;--> statement-breakpoint
ALTER TABLE "finding_life" ADD COLUMN "done_on" date;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "kind" text DEFAULT 'report' NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "warranty" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "warranty_bytes" bigint;--> statement-breakpoint
CREATE INDEX "serial_number_key" ON "serial_number" USING btree ("plant_id","serial_key" text_pattern_ops);