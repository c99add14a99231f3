import { Failure } from '../notice.tsx'
import { Loading } from '../page.tsx'
import { useUiTexts } from '../ui-texts.ts'
import { type LazyPiece, usePiece } from './piece.ts'

interface PieceInPlaceProps<Props> {
  piece: LazyPiece<Props>
  props: Props
}

/** A piece in its place on a page. If it cannot be loaded, a message with a retry takes its place, and the page stays. */
export function PieceInPlace<Props extends object>({ piece, props }: PieceInPlaceProps<Props>) {
  const { pieceLost } = useUiTexts()
  const { Piece, isLost, retry } = usePiece(piece)
  if (isLost) return <Failure onRetry={retry}>{pieceLost}</Failure>
  return Piece === null ? <Loading /> : <Piece {...props} />
}
