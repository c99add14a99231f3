-- What an exam's life takes on disk (decision 0065). No row is read or rewritten: each statement changes the catalogue alone.
-- The order of events by arrival is that of `id`, which is looked at within one attempt: the index of their names finds those.
ALTER TABLE "answer_events" DROP CONSTRAINT "answer_events_pkey";--> statement-breakpoint
-- An exam's hand-in is packed from now on. Earlier rows, and those of trainings, stay as they travel.
ALTER TABLE "submissions" ALTER COLUMN "answers" DROP NOT NULL, ALTER COLUMN "receipt" DROP NOT NULL, ALTER COLUMN "reply_bytes" DROP NOT NULL, ADD COLUMN "packed" bytea;--> statement-breakpoint
ALTER TABLE "submissions" ALTER COLUMN "packed" SET STORAGE EXTERNAL, ADD CONSTRAINT "submissions_one_form" CHECK (num_nonnulls("submissions"."answers", "submissions"."receipt", "submissions"."reply_bytes") = case when "submissions"."packed" is null then 3 else 0 end) NOT VALID;
