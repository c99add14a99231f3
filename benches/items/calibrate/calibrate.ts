import { explainDifficulties } from './effects.ts'
import { type FitOptions, fitUnits } from './fit-units.ts'
import type { Calibration } from './report.ts'
import type { BadRow, Response } from './responses.ts'
import { groupDifferences, reliabilityOf, retests, transferOf, unitStatistics } from './statistics.ts'

interface CalibrateOptions extends FitOptions {
  file: string
  responses: readonly Response[]
  bad: readonly BadRow[]
  /** Includes second exams, which practice makes easier. */
  allExams: boolean
}

/** Estimates everything about the items. Throws an Error with the reason if the answers tell nothing. */
export function calibrate({ file, responses, bad, allExams, ...options }: CalibrateOptions): Calibration {
  const first = allExams ? responses : responses.filter(({ earlier }) => earlier === 0)
  if (first.length === 0) throw new Error(`No answer of ${file} can be used: ${bad[0]?.why ?? 'it has none'}.`)
  const fit = fitUnits(first, options)
  // Second exams are needed for the difference to the first.
  const withSecond = allExams || first.length === responses.length ? fit : fitUnits(responses, options)
  const explained = explain(fit.units)
  return {
    file,
    model: options.model,
    fit,
    ...explained,
    units: unitStatistics(fit),
    differences: groupDifferences(fit),
    retests: retests(withSecond),
    transfer: transferOf(fit),
    reliability: reliabilityOf(fit),
    bad,
  }
}

function explain(units: Parameters<typeof explainDifficulties>[0]): Pick<Calibration, 'effects' | 'noEffects'> {
  if (units.every(({ features }) => Object.keys(features).length === 0)) {
    return { effects: null, noEffects: 'The file has no features.' }
  }
  try {
    return { effects: explainDifficulties(units), noEffects: null }
  } catch (error) {
    return { effects: null, noEffects: (error as Error).message }
  }
}
