/** A person's progress, counted from graded attempts. */
export interface Progress {
  /** Counted up to the greatest goal. */
  trainings: number
  exams: number
  /** Different types of tests (verbal, math, logic) among the graded exams. */
  examTypes: number
  /** The greatest share of right answers in one exam, in whole percents. */
  bestExamPercent: number
}

export type Measure = keyof Progress

export interface Kind {
  code: string
  title: string
  /** What a person has to do for it. */
  description: string
  /** The same for a person who has done it. */
  done: string
  goal: number
  /** The measure of progress, in the goal's unit. */
  measure: Measure
}

export const achievementKinds: readonly Kind[] = [
  {
    code: 'first-training',
    title: 'Розминка',
    description: 'Завершіть перше тренування.',
    done: 'Ви завершили перше тренування.',
    goal: 1,
    measure: 'trainings',
  },
  {
    code: 'first-exam',
    title: 'Перший екзамен',
    description: 'Складіть екзамен із будь-якого тесту.',
    done: 'Ви склали перший екзамен.',
    goal: 1,
    measure: 'exams',
  },
  {
    code: 'three-types',
    title: 'Усі три види',
    description: 'Складіть екзамени трьох видів: вербальний, математичний і логічний.',
    done: 'Ви склали екзамени всіх трьох видів: вербальний, математичний і логічний.',
    goal: 3,
    measure: 'examTypes',
  },
  {
    code: 'ten-trainings',
    title: 'Наполегливість',
    description: 'Завершіть десять тренувань.',
    done: 'Ви завершили десять тренувань.',
    goal: 10,
    measure: 'trainings',
  },
  {
    code: 'ninety-percent',
    title: 'Майже без помилок',
    description: 'Дайте щонайменше 90\u00a0% правильних відповідей на одному екзамені.',
    done: 'На одному екзамені ви дали щонайменше 90\u00a0% правильних відповідей.',
    goal: 90,
    measure: 'bestExamPercent',
  },
]
