-- What the button of a letter says that stands for its link; letters that wait from before have none.
ALTER TABLE "mails" ADD COLUMN "action" text;
--> statement-breakpoint
-- Several tests for one price, in kopiykas. What each of them costs in it is worked out when it is ordered.
CREATE TABLE "bundles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"price" integer NOT NULL,
	"currency" text DEFAULT 'UAH' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "bundles_slug" ON "bundles" USING btree ("slug");
--> statement-breakpoint
CREATE TABLE "bundle_tests" (
	"bundle_id" uuid NOT NULL,
	"test_id" uuid NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "bundle_tests_bundle_id_test_id_pk" PRIMARY KEY("bundle_id","test_id"),
	CONSTRAINT "bundle_tests_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE cascade,
	CONSTRAINT "bundle_tests_test_id_tests_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("id") ON DELETE cascade
);
--> statement-breakpoint
-- Which bundle an order is of, and how it was called then; null of an order of one test.
ALTER TABLE "orders" ADD COLUMN "bundle_id" uuid;
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "title" text;
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_bundle_id_bundles_id_fk" FOREIGN KEY ("bundle_id") REFERENCES "public"."bundles"("id") ON DELETE no action;
