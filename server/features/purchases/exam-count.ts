/** SQL: how many exams operators, or a withheld score, gave the purchase `p` beyond its terms. */
export const examsGranted = '(select count(*) from exam_grants g where g.purchase_id = p.id)'
/** SQL: how many exams the purchase `p` gives. */
export const examsGiven = `(p.exam_attempts + ${examsGranted})`
/** SQL: how many exams of the purchase `p` are used up: begun, and never given back, not even one that was graded after that. */
export const examsSpent = `(
    select count(*) from attempts a
    where a.purchase_id = p.id and a.mode = 'exam' and a.started_at is not null and a.state <> 'failed' and a.failure is null)`
