// Separate from the schemas, because the thread that draws papers parses nothing and loads no zod (decision 0122).

/** Names that the client's scheme turns into colours. */
export const figureFills = ['none', 'light', 'mid', 'ink'] as const

/**
 * Fills that differ without lightness, from sparse to dense, in the order of `figureFills`. Shapes keep the `figureFills` for
 * windows of earlier releases. Papers from before patterns have none and look as they did.
 */
export const figurePatterns = ['empty', 'dots', 'stripes', 'solid'] as const
