import type { ReactNode } from 'react'
import { Text } from '../ui/text.tsx'
import styles from './specimen.module.css'

/** The states of one piece in a grid under its name; `wide`: one state a line. */
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

export function State({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.state}>
      <code className={styles.name}>{name}</code>
      {children}
    </div>
  )
}

/** An overlay in a small window of its own, so that several are side by side. `inert`: a modal would take the gallery's focus. */
export function Framed({ name }: { name: string }) {
  return <iframe className={styles.frame} title={name} src={`?only=${encodeURIComponent(name)}`} loading="lazy" inert />
}

/** The overlay that this window shows alone; null for the whole gallery. */
export const framedName = new URLSearchParams(window.location.search).get('only')

/** Pseudo-classes of pointer and keyboard, and the attributes that imitate them: on the element, or around a choice. */
const states = [
  [/:hover/g, ':is(:hover, [data-shown="hover"], [data-around="hover"] label)'],
  [/:focus-visible/g, ':is(:focus-visible, [data-shown="focus"], [data-around="focus"] input)'],
  [/:focus(?![-\w])/g, ':is(:focus, [data-shown="focus"])'],
] as const

/** Makes `data-shown="hover"` or `"focus"` draw that state by the product's own rules; `data-around`, around a choice, too. */
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
