import type { OverallScore } from '../contract/overall-score.ts'
import type { ResultFile } from '../contract/result-file.ts'
import type { Score } from '../contract/result.ts'

type Exam = ResultFile['exams'][number]
type Figures = Required<Omit<Score, 'population' | 'calibration' | 'model' | 'remarks'>>
interface Compared {
  title: string
  said: Score | OverallScore
  found: Figures | OverallScore
  differ: string[]
}

export function scoreOf(questions: Exam['questions'], model: string, isStopped?: boolean): Figures
export function overallOf(scores: readonly { test: string; theta: number; reliability: number }[]): OverallScore
export function readResult(text: string): ResultFile
export function verify(file: Pick<ResultFile, 'exams'> & Partial<ResultFile>): Compared[]
