ALTER TABLE "finding_verdict" ADD COLUMN "stated_as" text;--> statement-breakpoint
ALTER TABLE "flagged_finding" ADD COLUMN "stated_as" text;