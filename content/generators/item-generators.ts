import type { ItemGenerator } from './item-generator.ts'
import { logicAnalogy } from './logic/figure-analogy.ts'
import { logicMatrix } from './logic/figure-matrix.ts'
import { logicLatin } from './logic/latin-square.ts'
import { logicOrdering } from './logic/ordering.ts'
import { logicOverlay } from './logic/overlay-matrix.ts'
import { mathLetters } from './math/letter-series.ts'
import { mathSeries } from './math/series.ts'
import { mathTable } from './math/table.ts'
import { verbalAnalogy } from './verbal/analogy.ts'
import { verbalConclusion } from './verbal/conclusion.ts'
import { verbalOddOneOut } from './verbal/odd-one-out.ts'

export const itemGenerators: readonly ItemGenerator[] = [
  verbalAnalogy,
  verbalOddOneOut,
  verbalConclusion,
  mathSeries,
  mathTable,
  mathLetters,
  logicMatrix,
  logicOverlay,
  logicAnalogy,
  logicLatin,
  logicOrdering,
]

const byFamily = new Map(itemGenerators.map((generator) => [generator.family, generator]))

/** The generator of a family. Throws for an unknown family; a blueprint is checked before this. */
export function generatorOf(family: string): ItemGenerator {
  const found = byFamily.get(family)
  if (!found) throw new RangeError(`No such family of items: ${family}`)
  return found
}
