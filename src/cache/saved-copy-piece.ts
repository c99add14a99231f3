import { lazyPiece } from '../ui/piece/piece.ts'

/**
 * The line of an old page. It is shown when the server cannot be reached, and so must have come before: the start of the
 * site prepares it.
 */
export const savedCopyLine = lazyPiece(() => import('./saved-copy-line.tsx').then((m) => m.SavedCopyLine))
