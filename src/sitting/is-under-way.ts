import type { ExamView } from './exam-view.ts'

/** From the click that starts an exam to the server's word that it has the answers. */
export function isUnderWay({ stage, session }: ExamView): boolean {
  if (stage !== 'running') return false
  return session.phase !== 'finished' && session.phase !== 'failed' && session.phase !== 'no-open-attempt'
}
