import { type Answer, aPage, type Call, notFound, ok, refuse } from './exchange.ts'

/** The purchase of the stories' person. */
export const purchase = 734

/** Questions with integer ids, names that we do not know, and null for missing values. */
const questions = [
  question(1, 'Яке слово зайве?', ['дуб', 'клен', 'ромашка', 'береза']),
  question(2, 'Продовжте ряд: 2, 4, 8, 16 …', ['18', '24', '32', '64']),
  question(3, 'Скільки буде сім разів по вісім?', null),
]

function question(n: number, prompt: string, options: string[] | null) {
  return {
    id: 500 + n,
    kind: options === null ? null : 'single',
    prompt,
    figure: null,
    options: options?.map((text, index) => ({ id: n * 10 + index, text, figure: null, position: index })) ?? null,
    difficulty: 'medium',
    category: { id: 3, name: 'Загальне' },
  }
}

/** `missing` is the 404 that means «ask again», as an HTML page; `page` is a page with 200. */
type Step = 'missing' | 'page' | 'building' | 'processing'

/** A submission that gets a 200 and is never graded. */
type Ungraded = 'error' | 'expired'
const ungraded = (status: Ungraded) => ok({ status, message: 'Перевірка зламалася', task_id: 78 })

/** Exams and trainings as in section 7: one state a purchase, no attempts, no keys. */
export function createExams() {
  let building: Step[] | null = null
  let grading: Step[] | null = null
  let answers: unknown = null
  const plan = { building: [] as Step[], grading: [] as Step[], cutSubmit: false, ungraded: [] as Ungraded[] }
  const seen = { submissions: [] as unknown[], trainings: [] as unknown[] }

  const result = () => ({
    status: 'success',
    message: null,
    correct: Array.isArray(answers) ? answers.length : 0,
    total: questions.length,
    score: '66.67',
    finished_at: '2026-03-05T10:00:00Z',
  })
  const isOurs = ({ id }: Call) => id === String(purchase)
  /** This server knows `answers` and nothing else. */
  const unknownField = ({ body }: Call): Answer | null => {
    const name = Object.keys(body).find((key) => key !== 'answers')
    if (name !== undefined) return refuse(400, { [name]: ['Unexpected field.'] })
    return Array.isArray(body.answers) ? null : refuse(400, { answers: ['This field is required.'] })
  }

  return {
    /** How the next exam goes: immediately, unless a story plans otherwise. */
    plan,
    seen,
    startOver: () => {
      building = grading = answers = null
      Object.assign(plan, { building: [], grading: [], cutSubmit: false, ungraded: [] })
      seen.submissions.length = seen.trainings.length = 0
    },

    openExam: (call: Call): Answer => {
      if (!isOurs(call)) return notFound
      building ??= [...plan.building]
      if (building.length > 0) return ok({ status: 'building_started', exam_cache_key: null, questions: null })
      return ok({ status: 'completed', exam_cache_key: 9001, questions, attempts: 2, test: 12 })
    },
    examStatus: (call: Call): Answer | null => {
      if (!isOurs(call) || building === null) return null
      const step = building.shift()
      if (step === 'missing') return null
      if (step === 'page') return ok(aPage)
      const isReady = step === undefined
      return ok({
        status: isReady ? 'completed' : 'building',
        progress: isReady ? 100 : 40,
        message: null,
        exam_cache_key: isReady ? 9001 : null,
      })
    },
    submitExam: (call: Call): Answer => {
      const fault = isOurs(call) ? unknownField(call) : notFound
      if (fault !== null) return fault
      answers = call.body.answers
      seen.submissions.push(answers)
      building = null
      const failure = plan.ungraded.shift()
      if (failure !== undefined) return ungraded(failure)
      grading = [...plan.grading]
      const reply = grading.length > 0 ? { status: 'processing_started', message: null, task_id: 77 } : result()
      return { ...ok(reply), cut: plan.cutSubmit }
    },
    resultsStatus: (call: Call): Answer | null => {
      if (!isOurs(call) || grading === null) return null
      const step = grading.shift()
      if (step === 'missing') return null
      if (step === 'page') return ok(aPage)
      return ok(step === undefined ? result() : { status: 'processing', message: null })
    },

    openTraining: (call: Call): Answer => (isOurs(call) ? ok({ questions, test: 12, mode: 'Тренування' }) : notFound),
    submitTraining: (call: Call): Answer => {
      const fault = isOurs(call) ? unknownField(call) : notFound
      if (fault !== null) return fault
      seen.trainings.push(call.body.answers)
      const failure = plan.ungraded.shift()
      if (failure !== undefined) return ungraded(failure)
      return ok({ correct: 2, total: questions.length, message: null })
    },
  }
}
