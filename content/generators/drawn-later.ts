import type { Figure, Shape } from '#contract/figure.ts'

/**
 * A figure whose words and shapes are made on first use. A paper draws several drafts for each item that it takes, and
 * chooses by what they ask, so most figures are never drawn.
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
 * The pictures of a composed figure, in order; `null` is a question mark. In figures of one size a name always means the same
 * words and the same shapes at the same place, for the life of the process.
 */
export type PictureNames = readonly (string | null)[]

/** A map outside the figures, so that nothing of it can be sent. */
const namesByFigure = new WeakMap<Figure, PictureNames>()

/** The picture names of a figure. Undefined if `drawnLater` got no names for it, or if other code made or changed it. */
export function pictureNamesOf(figure: Figure): PictureNames | undefined {
  return namesByFigure.get(figure)
}

/** Gives an unchanged copy the picture names of its figure, and returns the copy. */
export function keepPictureNames(copy: Figure, figure: Figure): Figure {
  const names = namesByFigure.get(figure)
  if (names) namesByFigure.set(copy, names)
  return copy
}
