/** The nine cells of the product's sign on a ground of 32 by 32, row by row; the last one is the missing one. */
export const markCells = [0, 1, 2].flatMap((row) =>
  [0, 1, 2].map((column) => ({ x: 1 + column * 10.75, y: 1 + row * 10.75, width: 8.5, height: 8.5, rx: 2.25 })),
)
