/**
 * Which papers this release makes of a seed. Raised by every change after which the same seed makes another paper; papers
 * that were made before stay as they are stored. The golden test holds the two together.
 *
 * 1: the first.
 * 2: the ids of a question's options come out of one digest instead of one each (a paper is kept without them and read with
 *    them), and no other subject is waited for where a family is known to have none left at that difficulty.
 * 3: numbers are unique by a wider grammar, words are dealt to partitions, and nothing that was asked or given as a sample
 *    (`Item.asks`) comes twice in a paper, nor again to the same person while there is anything else.
 * 4: fills of figures are patterns, and figures a little larger.
 */
export const generatorVersion = 4
