import type { Figure, Shape } from '#contract/figure.ts'

/**
 * A figure that is drawn, and said, when somebody first looks. A paper draws several drafts for every item that it takes,
 * and tells by what they ask which one: of the others nothing is drawn.
 */
export function drawnLater(
  { width, height }: { width: number; height: number },
  { say, draw }: { say: () => string; draw: () => Shape[] },
  names?: PictureNames,
): Figure {
  let said: string | undefined
  let drawn: Shape[] | undefined
  const figure: Figure = {
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
  if (names) namesByFigure.set(figure, names)
  return figure
}

/**
 * What stands in a figure that is put together of pictures, in their order; `null` for a question mark. Of figures of one
 * size, a name stands for the same words and the same shapes at the same place for as long as the process lives.
 */
export type PictureNames = readonly (string | null)[]

/** Beside the figures, not in them: nothing of it can travel. */
const namesByFigure = new WeakMap<Figure, PictureNames>()

/** Undefined for a figure of another make, and for one that was changed. */
export function pictureNamesOf(figure: Figure): PictureNames | undefined {
  return namesByFigure.get(figure)
}

/** For code that writes a figure again as it is. */
export function keepPictureNames(copy: Figure, figure: Figure): Figure {
  const names = namesByFigure.get(figure)
  if (names) namesByFigure.set(copy, names)
  return copy
}
