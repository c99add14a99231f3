import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { AnswerValue } from '#contract/question.ts'

export interface StoredGrade {
  correct: number
  total: number
  score: (Record<string, unknown> & { iq: number; theta: number; model: string }) | null
  score_withheld: { code: string; text: string } | null
  by_family: { family: string; title: string; correct: number; total: number }[]
}

/** A whole exam that an earlier release has drawn, packed and graded by its own code. */
export interface StoredScores {
  release: string
  generator: number
  test: 'verbal' | 'math' | 'logic'
  /** SHA-256 of the JSON of questions and keys, as that release's own code reads them. */
  digest: string
  /** As in the database, in base64. */
  questions: string
  keys: string
  graded: { answered: string; answers: Record<string, AnswerValue>; grade: StoredGrade }[]
}

const file = path.join(import.meta.dirname, 'stored-scores.json.gz')

export const readStoredScores = (): StoredScores[] => JSON.parse(gunzipSync(readFileSync(file)).toString())

export function keepStoredScores(kept: readonly StoredScores[]): void {
  writeFileSync(file, gzipSync(JSON.stringify(kept), { level: 9 }))
}
