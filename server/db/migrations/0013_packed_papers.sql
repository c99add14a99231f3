ALTER TABLE "papers" ALTER COLUMN "questions" DROP NOT NULL, ADD COLUMN "packed" bytea;--> statement-breakpoint
ALTER TABLE "papers" ALTER COLUMN "packed" SET STORAGE EXTERNAL, ADD CONSTRAINT "papers_one_form" CHECK (num_nonnulls("papers"."questions", "papers"."packed") = 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "paper_keys" ALTER COLUMN "items" DROP NOT NULL, ADD COLUMN "packed" bytea;--> statement-breakpoint
ALTER TABLE "paper_keys" ALTER COLUMN "packed" SET STORAGE EXTERNAL, ADD CONSTRAINT "paper_keys_one_form" CHECK (num_nonnulls("paper_keys"."items", "paper_keys"."packed") = 1) NOT VALID;--> statement-breakpoint
CREATE TABLE "paper_exposures" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"partition" text NOT NULL,
	"shown_at" timestamp with time zone DEFAULT now() NOT NULL,
	"items" bytea NOT NULL
);
--> statement-breakpoint
ALTER TABLE "paper_exposures" ALTER COLUMN "items" SET STORAGE EXTERNAL;--> statement-breakpoint
-- One row a paper, where there was one row an item: the first eight bytes of each signature, which say what is asked and
-- tell it from whatever else is asked alike. All items of an attempt were shown at once.
INSERT INTO "paper_exposures" ("attempt_id", "user_id", "partition", "shown_at", "items")
SELECT "attempt_id", "user_id", "partition", min("shown_at"), string_agg(decode(left("signature", 16), 'hex'), ''::bytea ORDER BY "signature")
FROM "item_exposures" GROUP BY "attempt_id", "user_id", "partition";--> statement-breakpoint
ALTER TABLE "paper_exposures" ADD CONSTRAINT "paper_exposures_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_exposures_user" ON "paper_exposures" USING btree ("user_id","partition","shown_at");--> statement-breakpoint
DROP TABLE "item_exposures";
