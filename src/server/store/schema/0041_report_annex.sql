ALTER TABLE "report" ADD COLUMN "annexes" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "workbook" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "workbook_bytes" bigint;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "pictures" text;--> statement-breakpoint
ALTER TABLE "report" ADD COLUMN "pictures_bytes" bigint;