ALTER TABLE "customer" ADD COLUMN "storage_limit_gb" integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "row_limit" integer DEFAULT 5000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "user_storage_limit_gb" integer DEFAULT 5000 NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD COLUMN "user_row_limit" integer DEFAULT 1000000 NOT NULL;--> statement-breakpoint
ALTER TABLE "observation_photo_part" ADD COLUMN "account_id" integer;--> statement-breakpoint
ALTER TABLE "observation_photo_part" ADD CONSTRAINT "observation_photo_part_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;