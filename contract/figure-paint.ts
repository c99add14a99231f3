// Apart from the schemas, for who draws and parses nothing: the thread that draws papers loads no zod (decision 0122).

/** Names of colours, which the client's scheme turns into colours. */
export const figureFills = ['none', 'light', 'mid', 'ink'] as const

/**
 * How a fill is told apart without its lightness, from sparse to dense; in the order of `figureFills`, which stay beside it
 * for windows of earlier releases. Papers made before there were patterns have none, and are drawn as they were.
 */
export const figurePatterns = ['empty', 'dots', 'stripes', 'solid'] as const
