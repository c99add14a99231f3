import { type ReactNode, Suspense, use } from 'react'
import { Loading } from '../page.tsx'
import { useIsHydrated } from '../use-is-hydrated.ts'
import { PieceInPlace } from './piece-in-place.tsx'
import type { LazyPiece } from './piece.ts'

interface PrerenderedPieceProps<Props> {
  piece: LazyPiece<Props>
  props: Props
}

/**
 * A piece that the build draws with its page. The drawn markup stays until the piece's code has come and is then hydrated
 * unchanged. On a page that the build has not drawn, it is a `PieceInPlace`. Before its hydration it must not render again, or
 * React discards the drawn markup: its parent must keep the same element.
 */
export function PrerenderedPiece<Props extends object>({ piece, props }: PrerenderedPieceProps<Props>) {
  return (
    <Suspense fallback={<Loading />}>
      <UntilThere piece={piece}>
        <PieceInPlace piece={piece} props={props} />
      </UntilThere>
    </Suspense>
  )
}

function UntilThere<Props>({ piece, children }: { piece: LazyPiece<Props>; children: ReactNode }) {
  const isHydrated = useIsHydrated()
  if (!isHydrated && piece.loaded() === null) use(piece.settled())
  return children
}
