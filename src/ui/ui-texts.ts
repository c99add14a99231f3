import { createContext, useContext } from 'react'

/** The words of the basic pieces. The app provides them: src/ui knows no catalogue of sentences. */
export interface UiTexts {
  /** Follows the title of each page in the browser's tab. */
  siteName: string
  loading: string
  close: string
  tryAgain: string
  /** Says that a part of the page could not be loaded, and what the person can do. */
  pieceLost: string
  showPassword: string
  hidePassword: string
}

export const UiTextsContext = createContext<UiTexts | null>(null)

/** The words; throws if the app does not provide them. */
export function useUiTexts(): UiTexts {
  const texts = useContext(UiTextsContext)
  if (texts === null) throw new Error('UiTextsContext has no value: wrap the pieces of src/ui in its provider')
  return texts
}
