// A lazy boundary: loaded in an idle moment.
import { PwaPrompts } from '../pwa/pwa-prompts.tsx'
import { useSession } from '../session/session-state.ts'
import { lazyPiece, usePiece } from '../ui/piece/piece.ts'

const pageFoot = lazyPiece(() => import('./page-foot.tsx').then((m) => m.PageFoot))

/** Parts over or below every page that belong to none. `page`: its path. */
export function LaterPieces({ page }: { page: string }) {
  const isSignedIn = useSession().status !== 'guest'
  // A visitor without an account does not load the page's foot.
  const { Piece: PageFoot } = usePiece(pageFoot, isSignedIn)
  return (
    <>
      {isSignedIn && PageFoot && <PageFoot page={page} />}
      <PwaPrompts page={page} />
    </>
  )
}
