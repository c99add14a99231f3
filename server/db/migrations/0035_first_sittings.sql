CREATE TABLE "first_sittings" (
	"test_id" uuid NOT NULL,
	"model" text NOT NULL,
	"people" integer NOT NULL,
	"counts" integer[] NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "first_sittings_test_id_model_pk" PRIMARY KEY("test_id","model")
);
--> statement-breakpoint
ALTER TABLE "first_sittings" ADD CONSTRAINT "first_sittings_test_id_tests_id_fk" FOREIGN KEY ("test_id") REFERENCES "public"."tests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- What the watch over answers has gone past already; it counts what comes after.
INSERT INTO "first_sittings" ("test_id", "model", "people", "counts", "counted_at")
WITH "first_exams" AS (
  SELECT DISTINCT ON (p.user_id, p.test_id) p.test_id, a.id, s.received_at
  FROM purchases p JOIN attempts a ON a.purchase_id = p.id AND a.mode = 'exam' AND a.state = 'graded'
    JOIN submissions s ON s.attempt_id = a.id JOIN users u ON u.id = p.user_id AND u.email <> 'demo@iq.example'
  ORDER BY p.user_id, p.test_id, a.created_at
), "scored" AS (
  SELECT f.test_id, (r.score ->> 'iq')::int AS iq
  FROM "first_exams" f CROSS JOIN answer_watch w
    CROSS JOIN LATERAL (SELECT score FROM results WHERE attempt_id = f.id ORDER BY version DESC LIMIT 1) r
  WHERE r.score ->> 'model' = '3' AND (f.received_at, f.id) <= (w.through_at, w.through_attempt)
)
SELECT c.test_id, '3', sum(c.people)::int, array_agg(c.people ORDER BY c.iq), now()
FROM (
  SELECT t.test_id, named.iq, count(s.iq)::int AS people
  FROM (SELECT DISTINCT test_id FROM "scored") t CROSS JOIN generate_series(70, 130) named (iq)
    LEFT JOIN "scored" s ON s.test_id = t.test_id AND s.iq = named.iq
  GROUP BY t.test_id, named.iq
) c
GROUP BY c.test_id;
