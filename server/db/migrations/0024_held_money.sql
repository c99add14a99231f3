ALTER TABLE "orders" ADD COLUMN "held" jsonb;--> statement-breakpoint
CREATE INDEX "orders_held" ON "orders" USING btree ("created_at") WHERE "orders"."held" is not null;