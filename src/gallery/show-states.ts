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
