import type { Family } from './families.ts'
import type { Item, Radicals } from './item.ts'

/** Reads the rule from a family's radicals. The other radicals are words, numbers and pictures. */
const ruling: Record<Family, (radicals: Radicals) => string> = {
  'verbal-analogy': ({ relation }) => String(relation),
  'verbal-odd-one-out': ({ kind }) => String(kind),
  'verbal-conclusion': ({ rule }) => String(rule),
  'math-series': ({ rule }) => String(rule),
  // «sum 6» and «linear 2 3» lose their numbers. «squares-plus» and «squares-minus» are one rule to a person.
  'math-table': ({ rule }) => String(rule).replace(/ .*|-(plus|minus)$/, ''),
  'math-letters': ({ rule }) => String(rule),
  'logic-matrix': ({ rules }) => namesOf(String(rules)),
  'logic-overlay': ({ rule }) => String(rule),
  'logic-analogy': ({ changes }) => String(changes),
  'logic-latin': ({ rule }) => String(rule),
  'logic-ordering': ({ rule, count, models }) =>
    rule === undefined ? `${count}/${models === 1 ? 'one order' : 'several orders'}` : String(rule),
}

/**
 * The name of an item's rule. Two items of a family share it exactly if a person who understands one can solve the other. ''
 * if the rule is not known: the family is of another release, or the paper was stored without radicals.
 */
export function ruleOf({ family, radicals }: { family: string; radicals?: Item['radicals'] }): string {
  if (radicals === undefined || !Object.hasOwn(ruling, family)) return ''
  return ruling[family as Family](radicals)
}

/** Turns «number:sum form:constant fill:progression» into the names of its rules, whatever attributes they change. */
function namesOf(rules: string): string {
  const names = rules.split(' ').map((each) => each.slice(each.indexOf(':') + 1))
  return names
    .filter((name) => name !== 'constant')
    .sort()
    .join('+')
}
