CREATE TABLE "alarm_turns" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_turns_one_row" CHECK ("alarm_turns"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"region" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"quiet_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "attempt_pauses" DROP CONSTRAINT "attempt_pauses_what";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "region" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempt_pauses" ADD CONSTRAINT "attempt_pauses_what" CHECK ("attempt_pauses"."what" in ('begun', 'announced', 'alarm_over', 'ended'));--> statement-breakpoint
INSERT INTO "alarm_turns" DEFAULT VALUES;
