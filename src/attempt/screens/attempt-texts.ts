import { createContext, use } from 'react'
import { examAttemptTexts, type AttemptTexts } from '../../messages/exam.ts'

/** The texts of the screens that an exam and a training share: an exam's, where nothing says otherwise. */
export const AttemptTextsContext = createContext<AttemptTexts>(examAttemptTexts)

export function useAttemptTexts(): AttemptTexts {
  return use(AttemptTextsContext)
}
