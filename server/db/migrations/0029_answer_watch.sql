CREATE TABLE "answer_differences" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"kinds" text[] NOT NULL,
	"question_ids" text[] NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "answer_watch" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"through_at" timestamp with time zone NOT NULL,
	"through_attempt" uuid NOT NULL,
	"checked" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "answer_watch_one_row" CHECK ("answer_watch"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "answer_differences" ADD CONSTRAINT "answer_differences_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "answer_differences_open" ON "answer_differences" USING btree ("found_at") WHERE "answer_differences"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "submissions_received" ON "submissions" USING btree ("received_at","attempt_id");--> statement-breakpoint
-- What was closed before is not looked at: of it nobody was promised that somebody watches.
INSERT INTO "answer_watch" ("through_at", "through_attempt") VALUES (now(), '00000000-0000-0000-0000-000000000000');
