import type { Family } from './families.ts'
import type { Item, Radicals } from './item.ts'

/** Of each family the radicals that say by what rule an item goes; the others are its words, numbers and pictures. */
const ruling: Record<Family, (radicals: Radicals) => string> = {
  'verbal-analogy': ({ relation }) => String(relation),
  'verbal-odd-one-out': ({ kind }) => String(kind),
  'verbal-conclusion': ({ rule }) => String(rule),
  'math-series': ({ rule }) => String(rule),
  // «sum 6», «linear 2 3»; «squares-plus» and «squares-minus» are understood alike.
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
 * By what rule an item goes, as a name that two items of a family share exactly if who has understood the one may solve the
 * other. '' where that is not known: of a family of another release, or of a paper that was stored without its radicals.
 */
export function ruleOf({ family, radicals }: { family: string; radicals?: Item['radicals'] }): string {
  if (radicals === undefined || !Object.hasOwn(ruling, family)) return ''
  return ruling[family as Family](radicals)
}

/** «number:sum form:constant fill:progression»: which rules there are, whatever they move. */
function namesOf(rules: string): string {
  const names = rules.split(' ').map((each) => each.slice(each.indexOf(':') + 1))
  return names
    .filter((name) => name !== 'constant')
    .sort()
    .join('+')
}
