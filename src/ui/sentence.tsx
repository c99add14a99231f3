import { createContext, type ReactNode, useContext } from 'react'
import { languageOf } from './language-of.ts'

/** What a sentence in another language means, in the page's own; the app knows it, and a piece without an app does not. */
export const MeaningContext = createContext<(sentence: string) => string | undefined>(() => undefined)

/**
 * What is said on a page. Over a sentence that is not in the page's language, which is marked with its own, a first line says the
 * same in that of the page. Anything but a sentence is shown as it is.
 */
export function Sentence({ children }: { children: ReactNode }) {
  const meaningOf = useContext(MeaningContext)
  const language = languageOf(children)
  if (typeof children !== 'string') return children
  if (language === undefined) return <span>{children}</span>
  const meaning = meaningOf(children)
  return (
    <>
      {meaning !== undefined && (
        <>
          <span>{meaning}</span>
          <br />
        </>
      )}
      <span lang={language}>{children}</span>
    </>
  )
}
