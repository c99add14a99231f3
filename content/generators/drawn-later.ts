import type { Figure, Shape } from '#contract/figure.ts'

/**
 * A figure that is drawn, and said, when somebody first looks. A paper draws several drafts for every item that it takes,
 * and tells by what they ask which one: of the others nothing is drawn.
 */
export function drawnLater(
  { width, height }: { width: number; height: number },
  { say, draw }: { say: () => string; draw: () => Shape[] },
): Figure {
  let said: string | undefined
  let drawn: Shape[] | undefined
  return {
    width,
    height,
    get alt() {
      said ??= say()
      return said
    },
    get shapes() {
      drawn ??= draw()
      return drawn
    },
  }
}
