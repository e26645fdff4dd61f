CREATE TABLE "finding_mention" (
	"comment_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"account_id" integer,
	CONSTRAINT "finding_mention_comment_id_user_id_pk" PRIMARY KEY("comment_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "inbox_read" (
	"account_id" integer NOT NULL,
	"key" text NOT NULL,
	"read_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_read_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "inbox_setting" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"ways" jsonb NOT NULL,
	"mailed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"digest_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "finding_mention" ADD CONSTRAINT "finding_mention_comment_id_finding_comment_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."finding_comment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_mention" ADD CONSTRAINT "finding_mention_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_read" ADD CONSTRAINT "inbox_read_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_setting" ADD CONSTRAINT "inbox_setting_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "finding_mention_account" ON "finding_mention" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "finding_life_assignee" ON "finding_life" USING btree ("assignee_id");--> statement-breakpoint
CREATE INDEX "finding_step_account" ON "finding_step" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE finding_mention ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON finding_mention
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM finding_comment WHERE finding_comment.id = comment_id));
ALTER TABLE inbox_setting ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON inbox_setting
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
ALTER TABLE inbox_read ENABLE ROW LEVEL SECURITY;
CREATE POLICY tenancy ON inbox_read
  USING ((SELECT app_sees_all()) OR EXISTS (SELECT 1 FROM account WHERE account.id = account_id));
