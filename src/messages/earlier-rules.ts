/** What the page of a result says of a score by our first rules, in short: wherever such a score is shown by its number. */
export const tooNarrow = 'За нашими попередніми правилами: діапазон завузький.'
