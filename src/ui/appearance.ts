import { useSyncExternalStore } from 'react'
import { createEmitter } from '../concurrency/emitter.ts'

export const themes = ['device', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** On top of the browser's own text size: 100, 112.5 and 125 %. */
export const textSizes = ['usual', 'larger', 'largest'] as const
export type TextSize = (typeof textSizes)[number]

export interface Appearance {
  readonly theme: Theme
  readonly textSize: TextSize
}

/** In localStorage: the choice of this browser, not of a person. index.html reads it, too, before the first paint. */
const key = 'appearance'
const changed = createEmitter()
/** This page shows a choice that the browser did not store. */
let isOnlyHere = false
const page = () => document.documentElement.dataset

/** The look of the site in this browser, read from the page's own attributes. */
export function useAppearance(): Appearance {
  const theme = useSyncExternalStore(changed.subscribe, () => oneOf(themes, page().theme))
  const textSize = useSyncExternalStore(changed.subscribe, () => oneOf(textSizes, page().textSize))
  return { theme, textSize }
}

/** Shows the choice immediately. Returns false if the browser does not store it: it holds until this page is left. */
export function chooseAppearance(chosen: Appearance): boolean {
  show(chosen)
  isOnlyHere = !keep(chosen)
  return !isOnlyHere
}

function keep(chosen: Appearance): boolean {
  try {
    const { theme, textSize } = changedFromDefaults(chosen)
    if (theme === undefined && textSize === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify({ theme, textSize }))
    return true
  } catch {
    return false
  }
}

/** Follows from now on the choice that any tab of this browser makes. */
export function followAppearance(): void {
  window.addEventListener('storage', (event) => {
    // Null: everything was deleted.
    if (event.key !== key && event.key !== null) return
    isOnlyHere = false
    show(kept())
  })
  // Events before this, or while the page is in the back/forward cache, are missed.
  window.addEventListener('pageshow', ({ persisted }) => persisted && catchUp())
  catchUp()
}

function catchUp(): void {
  if (!isOnlyHere) show(kept())
}

function kept(): Appearance {
  try {
    const { theme, textSize } = (JSON.parse(localStorage.getItem(key) ?? '{}') ?? {}) as Partial<
      Record<keyof Appearance, unknown>
    >
    return { theme: oneOf(themes, theme), textSize: oneOf(textSizes, textSize) }
  } catch {
    return { theme: 'device', textSize: 'usual' }
  }
}

function show(chosen: Appearance): void {
  const { theme, textSize } = changedFromDefaults(chosen)
  if (theme === undefined) delete page().theme
  else page().theme = theme
  if (textSize === undefined) delete page().textSize
  else page().textSize = textSize
  // The system's bars around the page.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const own = meta.dataset.theme
    meta.media = theme === undefined ? `(prefers-color-scheme: ${own})` : own === theme ? 'all' : 'not all'
  }
  changed.emit()
}

const changedFromDefaults = ({ theme, textSize }: Appearance) => ({
  theme: theme === 'device' ? undefined : theme,
  textSize: textSize === 'usual' ? undefined : textSize,
})

/** The value if it is one of `values`, else the first of them. */
function oneOf<Value>(values: readonly [Value, ...Value[]], value: unknown): Value {
  return values.includes(value as Value) ? (value as Value) : values[0]
}
