import { createContext, useContext } from 'react'

/** The words that the basic pieces need. They know no catalogue of sentences: the app hands it to them. */
export interface UiTexts {
  /** Follows the title of each page in the browser's tab. */
  siteName: string
  loading: string
  close: string
  tryAgain: string
  /** A part of the page could not be loaded, and what the person can do. */
  pieceLost: string
  showPassword: string
  hidePassword: string
}

export const UiTextsContext = createContext<UiTexts | null>(null)

/** The words; throws where the app forgot to hand them over. */
export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext)
  if (texts === null) throw new Error('UiTextsContext has no value: wrap the pieces of src/ui in its provider')
  return texts
}
