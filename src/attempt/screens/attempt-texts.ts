import { createContext, use } from 'react'
import { examAttemptTexts, type AttemptTexts } from '../../messages/attempt.ts'

/** The texts of the shared screens: an exam's, or a training's. */
export const AttemptTextsContext = createContext<AttemptTexts>(examAttemptTexts)

export function useAttemptTexts(): AttemptTexts {
  return use(AttemptTextsContext)
}
