import type { ReactNode } from 'react'
import { Text } from '../ui/text.tsx'
import styles from './specimen.module.css'

/** One kind of piece under its name, its states in a grid; `wide`: each state takes a line of its own. */
export function Specimen({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={styles.specimen}>
      <Text as="h2" variant="subtitle2">
        {title}
      </Text>
      <div className={wide ? styles.wide : styles.grid}>{children}</div>
    </section>
  )
}

/** One state with what brings it about. */
export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <code className={styles.name}>{name}</code>
      {children}
    </div>
  )
}

/**
 * What lies over a whole window, in a small window of its own: so that several of them are side by side. To look at
 * only: a modal would take the focus of the gallery to itself.
 */
export function Framed({ name }: { name: string }) {
  return <iframe className={styles.frame} title={name} src={`?only=${encodeURIComponent(name)}`} loading="lazy" inert />
}

/** The name of what this window alone shows; null for the whole gallery. */
export const framedName = new URLSearchParams(window.location.search).get('only')

/** What only a pointer or the keyboard brings about, and how a specimen asks for it: itself, or around a choice. */
const states = [
  [/:hover/g, ':is(:hover, [data-shown="hover"], [data-around="hover"] label)'],
  [/:focus-visible/g, ':is(:focus-visible, [data-shown="focus"], [data-around="focus"] input)'],
  [/:focus(?![-\w])/g, ':is(:focus, [data-shown="focus"])'],
] as const

/**
 * From here on `data-shown="hover"` or `"focus"` shows a piece as it looks then, by the product's own rules; so does
 * `data-around` on the element around a choice, which takes no attributes.
 */
export function showStates(): void {
  for (const sheet of document.styleSheets) widen(sheet.cssRules)
}

function widen(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule) {
      for (const [state, shown] of states) rule.selectorText = rule.selectorText.replace(state, shown)
    } else if (rule instanceof CSSGroupingRule) widen(rule.cssRules)
  }
}
