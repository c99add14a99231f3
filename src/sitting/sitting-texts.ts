import { createContext, use } from 'react'
import { examSitting, type SittingTexts } from '../messages/sitting.ts'

/** What the shared screens read out: an exam's words, or a training's. */
export const SittingTextsContext = createContext<SittingTexts>(examSitting)

export function useSittingTexts(): SittingTexts {
  return use(SittingTextsContext)
}
