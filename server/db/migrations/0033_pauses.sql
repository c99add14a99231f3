CREATE TABLE "attempt_pauses" (
	"attempt_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"what" text NOT NULL,
	"name" text NOT NULL,
	"device_id" text NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"milliseconds" integer NOT NULL,
	"said_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attempt_pauses_attempt_id_place_what_pk" PRIMARY KEY("attempt_id","place","what"),
	CONSTRAINT "attempt_pauses_what" CHECK ("attempt_pauses"."what" in ('begun', 'announced', 'ended'))
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "paused_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "results" ADD COLUMN "pauses" jsonb;--> statement-breakpoint
ALTER TABLE "attempt_pauses" ADD CONSTRAINT "attempt_pauses_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE TRIGGER attempt_pauses_append_only BEFORE UPDATE ON attempt_pauses FOR EACH ROW EXECUTE FUNCTION refuse_change();
