import { createContext, type ReactNode, useContext } from 'react'

/** Translates a sentence into the page's language. The app provides it; a piece without an app has none. */
export const MeaningContext = createContext<(sentence: string) => string | undefined>(() => undefined)

/** A sentence on a page. A foreign one gets its `lang` and, on a line above, its meaning. Other children stay as they are. */
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
/** The beginnings of the specification's Russian sentences, as short as possible while no Ukrainian sentence begins with them. */
const russian = /^(Не уд|Ошиб|Прои|Пожал|Сооб|Email обя)/

/**
 * The language of a sentence that is not Ukrainian, else undefined. The specification has Russian and English sentences, and a
 * screen reader pronounces them by their `lang` (WCAG 3.1.2).
 */
export function languageOf(sentence: unknown): 'ru' | 'en' | undefined {
  if (typeof sentence !== 'string') return undefined
  if (russian.test(sentence)) return 'ru'
  return english.test(sentence) ? 'en' : undefined
}
