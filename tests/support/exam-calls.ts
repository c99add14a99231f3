import type { ExamMeta } from '#contract/exam.ts'
import type { AnswerEvent, Question } from '#contract/question.ts'
import type { Person } from './person.ts'

export const newKey = () => crypto.randomUUID()

type Delivered = ExamMeta & { attempt: NonNullable<ExamMeta['attempt']>; questions: Question[] }

/** Opens an exam and, if a job builds its paper, polls until the paper is there. Throws for a status other than 200. */
export async function openExam(
  person: Person,
  purchaseId: string,
  startKey = newKey(),
  everyMs = 100,
): Promise<Delivered> {
  const first = await person.get(`/api/exam-meta/${purchaseId}/?start_key=${startKey}`)
  if (first.status !== 200) throw new Error(`exam-meta answered ${first.status}: ${first.text}`)
  if (first.body.questions) return first.body as Delivered
  await until(async () => (await person.get(`/api/exam-status/${purchaseId}/`)).body.status === 'completed', everyMs)
  const second = await person.get(`/api/exam-meta/${purchaseId}/?exam_cache_key=${first.body.exam_cache_key}`)
  if (second.status !== 200) throw new Error(`exam-meta answered ${second.status}: ${second.text}`)
  return second.body as Delivered
}

/** Polls until `isTrue` holds: at first after a few ms, then every `everyMs`. Throws after 250 of these. */
export async function until(isTrue: () => Promise<boolean>, everyMs = 100): Promise<void> {
  for (let tries = 0; tries < 260; tries += 1) {
    if (await isTrue()) return
    await new Promise((resolve) => setTimeout(resolve, Math.min(everyMs, 5 * 1.5 ** tries)))
  }
  throw new Error(`did not come true within ${everyMs / 4} s`)
}

/** Makes one event for each question, with an answer of the right form. */
export function someEvents(questions: Question[], device = 'phone', seq = 1): AnswerEvent[] {
  return questions.map((question) => ({
    question_id: question.id,
    value: question.kind === 'single' ? question.options![0]!.id : '7',
    epoch: 1,
    seq,
    device_id: device,
  }))
}

export const answersOf = (events: AnswerEvent[]) =>
  events.map(({ question_id, value }) => ({ question_id, value: value as string }))
