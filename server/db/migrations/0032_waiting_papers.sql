CREATE TABLE "waiting_papers" (
	"purchase_id" uuid PRIMARY KEY NOT NULL,
	"wanted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"try_after" timestamp with time zone DEFAULT now() NOT NULL,
	"drawn_at" timestamp with time zone,
	"generator" integer,
	"seed" text,
	"seen_digest" "bytea",
	"sent" "bytea",
	"questions" "bytea",
	"keys" "bytea",
	"shown" "bytea",
	CONSTRAINT "waiting_papers_whole" CHECK (num_nulls("waiting_papers"."drawn_at", "waiting_papers"."generator", "waiting_papers"."seed", "waiting_papers"."seen_digest", "waiting_papers"."sent", "waiting_papers"."questions", "waiting_papers"."keys", "waiting_papers"."shown") in (0, 8))
);
--> statement-breakpoint
ALTER TABLE "waiting_papers" ALTER COLUMN "sent" SET STORAGE EXTERNAL, ALTER COLUMN "questions" SET STORAGE EXTERNAL, ALTER COLUMN "keys" SET STORAGE EXTERNAL, ALTER COLUMN "shown" SET STORAGE EXTERNAL;--> statement-breakpoint
ALTER TABLE "waiting_papers" ADD CONSTRAINT "waiting_papers_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "waiting_papers_to_draw" ON "waiting_papers" USING btree ("try_after") WHERE "waiting_papers"."drawn_at" is null;--> statement-breakpoint
CREATE INDEX "waiting_papers_wanted" ON "waiting_papers" USING btree ("wanted_at");