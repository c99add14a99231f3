-- When a device showed and took what, packed; nothing is known of earlier submissions.
ALTER TABLE "submissions" ADD COLUMN "timing" bytea;
--> statement-breakpoint
-- What is left of the exams of who has left, for calibration: no person, no attempt, no day.
CREATE TABLE "nameless_exams" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"test" text NOT NULL,
	"month" date NOT NULL,
	"earlier" smallint NOT NULL,
	"extra_time_factor" real NOT NULL,
	"blueprint" text NOT NULL,
	"items" jsonb NOT NULL,
	"timing" bytea
);
