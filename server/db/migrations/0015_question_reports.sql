-- What people say is wrong with a question: one row a question of an attempt. It goes with the attempt and with the person.
CREATE TABLE "question_reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"attempt_id" uuid NOT NULL,
	"question_id" text NOT NULL,
	"number" integer NOT NULL,
	"words" text NOT NULL,
	"family" text NOT NULL,
	"radicals" jsonb,
	"item" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"outcome" text,
	CONSTRAINT "question_reports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade,
	CONSTRAINT "question_reports_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX "question_reports_once" ON "question_reports" USING btree ("attempt_id","question_id");
--> statement-breakpoint
CREATE INDEX "question_reports_user" ON "question_reports" USING btree ("user_id","created_at");
--> statement-breakpoint
CREATE INDEX "question_reports_old" ON "question_reports" USING btree ("created_at");
--> statement-breakpoint
-- What operators have not looked at yet.
CREATE INDEX "question_reports_open" ON "question_reports" USING btree ("created_at") WHERE "question_reports"."closed_at" is null;
