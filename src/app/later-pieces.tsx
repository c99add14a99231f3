// A lazy boundary: loaded in an idle moment.
import { PwaPrompts } from '../pwa/pwa-prompts.tsx'
import { useSession } from '../session/session-state.ts'
import { lazyPiece, usePiece } from '../ui/piece/piece.ts'

const examStrip = lazyPiece(() => import('./running-exam-strip.tsx').then((m) => m.RunningExamStrip))

/** What is over or below every page and belongs to none. `page`: its path. */
export function LaterPieces({ page }: { page: string }) {
  const isSignedIn = useSession().status !== 'guest'
  // Visitors without an account load none of it.
  const { Piece: ExamStrip } = usePiece(examStrip, isSignedIn)
  return (
    <>
      {isSignedIn && ExamStrip && <ExamStrip page={page} />}
      <PwaPrompts page={page} />
    </>
  )
}
