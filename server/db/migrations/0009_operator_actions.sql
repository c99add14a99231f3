-- What operators did: who, why, to whom, before and after. Ids only: it stays when a person is erased, so no reference.
CREATE TABLE "operator_actions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"done_at" timestamp with time zone DEFAULT now() NOT NULL,
	"author" text NOT NULL,
	"command" text NOT NULL,
	"reason" text,
	"user_id" uuid,
	"order_id" uuid,
	"purchase_id" uuid,
	"attempt_id" uuid,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	CONSTRAINT "operator_actions_author" CHECK (btrim("author") <> ''),
	CONSTRAINT "operator_actions_reason" CHECK ("command" = 'extra-time' OR coalesce(btrim("reason") <> '', false))
);
--> statement-breakpoint
CREATE INDEX "operator_actions_done" ON "operator_actions" USING btree ("done_at");
--> statement-breakpoint
CREATE INDEX "operator_actions_user" ON "operator_actions" USING btree ("user_id","done_at");
--> statement-breakpoint
CREATE INDEX "operator_actions_order" ON "operator_actions" USING btree ("order_id","done_at");
--> statement-breakpoint
CREATE INDEX "operator_actions_purchase" ON "operator_actions" USING btree ("purchase_id","done_at");
--> statement-breakpoint
CREATE TRIGGER operator_actions_append_only BEFORE UPDATE OR DELETE ON "operator_actions" FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER operator_actions_not_emptied BEFORE TRUNCATE ON "operator_actions" FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- Exams beyond a purchase's terms, which are frozen. Goes with its purchase, as attempts do.
CREATE TABLE "exam_grants" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purchase_id" uuid NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "exam_grants_purchase_id_purchases_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchases"("id") ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX "exam_grants_purchase" ON "exam_grants" USING btree ("purchase_id");
--> statement-breakpoint
CREATE TRIGGER exam_grants_append_only BEFORE UPDATE ON "exam_grants" FOR EACH ROW EXECUTE FUNCTION refuse_change();
