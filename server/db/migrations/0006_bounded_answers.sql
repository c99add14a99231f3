-- What is left of answer events that collapsed. A question of an attempt keeps a bounded number of events.
CREATE TABLE "collapsed_answers" (
	"attempt_id" uuid NOT NULL REFERENCES "attempts"("id") ON DELETE CASCADE,
	"question_id" text NOT NULL,
	"epoch" integer NOT NULL,
	"device_id" text NOT NULL,
	"up_to_seq" integer NOT NULL,
	"changes" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "collapsed_answers_attempt_id_question_id_epoch_device_id_pk" PRIMARY KEY ("attempt_id", "question_id", "epoch", "device_id")
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "first_device" text;
--> statement-breakpoint
-- Nobody has noted the devices of earlier attempts: they are taken to have had several, which only costs a look.
ALTER TABLE "attempts" ADD COLUMN "has_rivals" boolean NOT NULL DEFAULT true;
--> statement-breakpoint
ALTER TABLE "attempts" ALTER COLUMN "has_rivals" SET DEFAULT false;
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "sweep_tries" integer NOT NULL DEFAULT 0;
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "sweep_after" timestamp with time zone;
