import { createContext, type ReactNode, useContext } from 'react'

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

const english = /^[\x20-\x7e]+$/
/** How the Russian sentences of the specification begin, in the fewest letters that begin no Ukrainian sentence. */
const russian = /^(Не уд|Ошиб|Прои|Пожал|Сооб|Email обя)/

/**
 * The language of a sentence that is not in the page's: the specification gives some in Russian and some in English, and
 * a screen reader reads them aloud by the rules of their `lang` (WCAG 3.1.2). Undefined for Ukrainian, and for what is no text.
 */
export function languageOf(sentence: unknown): 'ru' | 'en' | undefined {
  if (typeof sentence !== 'string') return undefined
  if (russian.test(sentence)) return 'ru'
  return english.test(sentence) ? 'en' : undefined
}
