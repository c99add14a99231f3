-- Receipts and certificates are signed by keys of their own, so that neither can be taken for the other.
ALTER TABLE "signing_keys" ADD COLUMN "purpose" text DEFAULT 'receipt' NOT NULL;
--> statement-breakpoint
CREATE TABLE "certificates" (
	"attempt_id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"issue" integer NOT NULL,
	"result_version" integer NOT NULL,
	"credential" jsonb,
	"issued_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "certificates_open_has_credential" CHECK (("certificates"."credential" is null) = ("certificates"."closed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_attempt_id_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."attempts"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_code" ON "certificates" USING btree ("code");
