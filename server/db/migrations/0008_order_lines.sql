-- Every purchase of before was an order of one line: the order takes its id, so that what providers, the ledger and
-- addresses call by it stays what they call.
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"price" integer NOT NULL,
	"currency" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"provider" text NOT NULL,
	"offer_version" text,
	"checkout" jsonb,
	"checkout_expires_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
INSERT INTO "orders" ("id", "user_id", "status", "price", "currency", "idempotency_key", "provider", "offer_version", "checkout", "checkout_expires_at", "ask_at", "created_at")
SELECT "id", "user_id", "status", "price", "currency", "idempotency_key", "provider", "offer_version", "checkout", "checkout_expires_at",
	-- Orders that money was paid for are asked about from now on, at moments spread over the coming day.
	CASE WHEN "status" = 'paid' AND "price" > 0 AND "created_at" > now() - interval '180 days' THEN now() + random() * interval '1 day' END,
	"created_at"
FROM "purchases";
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "orders_idempotency" ON "orders" USING btree ("user_id","idempotency_key");
--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("created_at") WHERE "orders"."status" = 'pending';
--> statement-breakpoint
CREATE INDEX "orders_given_up" ON "orders" USING btree ("created_at") WHERE "orders"."status" in ('failed', 'expired');
--> statement-breakpoint
CREATE INDEX "orders_to_ask" ON "orders" USING btree ("provider","ask_at") WHERE "orders"."ask_at" is not null;
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "order_id" uuid;
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "superseded" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "duration_minutes" integer;
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "question_count" integer;
--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "blueprint" jsonb;
--> statement-breakpoint
-- What was sold is not known of earlier purchases; what their exams were made of until this release is.
UPDATE "purchases" SET "order_id" = "purchases"."id", "duration_minutes" = "tests"."duration_minutes", "question_count" = "tests"."question_count", "blueprint" = "tests"."blueprint"
FROM "tests" WHERE "tests"."id" = "purchases"."test_id";
--> statement-breakpoint
ALTER TABLE "purchases" ALTER COLUMN "order_id" SET NOT NULL, ALTER COLUMN "duration_minutes" SET NOT NULL, ALTER COLUMN "question_count" SET NOT NULL, ALTER COLUMN "blueprint" SET NOT NULL;
--> statement-breakpoint
ALTER TABLE "purchases" ADD CONSTRAINT "purchases_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
DROP INDEX "purchases_one_live";
--> statement-breakpoint
CREATE UNIQUE INDEX "purchases_one_live" ON "purchases" USING btree ("user_id","test_id") WHERE "purchases"."live" and not "purchases"."superseded";
--> statement-breakpoint
CREATE INDEX "purchases_order" ON "purchases" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "purchases_user" ON "purchases" USING btree ("user_id","test_id");
--> statement-breakpoint
DROP INDEX "purchases_idempotency";
--> statement-breakpoint
DROP INDEX "purchases_unpaid";
--> statement-breakpoint
ALTER TABLE "purchases" DROP COLUMN "idempotency_key", DROP COLUMN "provider", DROP COLUMN "offer_version", DROP COLUMN "checkout", DROP COLUMN "checkout_expires_at";
--> statement-breakpoint
-- A name, not a row: the ledger stays as it was written.
ALTER TABLE "ledger" RENAME COLUMN "purchase_id" TO "order_id";
--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_purchase_id_purchases_id_fk";
--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER INDEX "ledger_purchase" RENAME TO "ledger_order";
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"refusals" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_id_ledger_id_fk" FOREIGN KEY ("id") REFERENCES "public"."ledger"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "refunds_owed" ON "refunds" USING btree ("next_try_at") WHERE "refunds"."returned_at" is null;
--> statement-breakpoint
-- What we owe of before. What counted as sent is asked about: until now nobody looked whether it had arrived.
INSERT INTO "refunds" ("id", "tries", "sent_at", "returned_at")
SELECT due."id", CASE WHEN sent."at" IS NULL THEN 0 ELSE 1 END, sent."at", back."at"
FROM "ledger" due
LEFT JOIN LATERAL (SELECT min(l."recorded_at") AS "at" FROM "ledger" l WHERE l."order_id" = due."order_id" AND l."kind" = 'refund_sent' AND l."details"->>'payment_id' = due."details"->>'payment_id') sent ON true
LEFT JOIN LATERAL (SELECT min(l."recorded_at") AS "at" FROM "ledger" l WHERE l."order_id" = due."order_id" AND l."kind" = 'refund' AND l."amount" >= due."amount" AND l."details"->>'payment_id' = due."details"->>'payment_id') back ON true
WHERE due."kind" = 'refund_due';
--> statement-breakpoint
-- Money that fitted no order was kept until now: it is owed back as well.
WITH kept AS (
	INSERT INTO "ledger" ("order_id", "kind", "amount", "currency", "provider", "provider_event_id", "details")
	SELECT m."order_id", 'refund_due', m."amount", m."currency", m."provider", 'refund_due:' || (m."details"->>'payment_id') || ':' || m."amount", jsonb_build_object('payment_id', m."details"->>'payment_id', 'cause', 'mismatch')
	FROM "ledger" m WHERE m."kind" = 'mismatch' AND m."amount" > 0 AND NOT EXISTS (
		SELECT 1 FROM "ledger" l WHERE l."order_id" = m."order_id" AND l."kind" IN ('refund', 'refund_due') AND l."details"->>'payment_id' = m."details"->>'payment_id')
	ON CONFLICT DO NOTHING RETURNING "id"
)
-- One try counts as made, so that the provider is asked first: somebody may have returned it by hand.
INSERT INTO "refunds" ("id", "tries") SELECT "id", 1 FROM kept;
