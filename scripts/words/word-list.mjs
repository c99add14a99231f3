/**
 * Words that are not written in comments, docs and names here, and what to write instead (docs/glossary.md has the words for
 * things). A word is on the list only where it can be found without false alarms (decision 0107); a space in an expression is any white
 * space, the end of a line too.
 */

/** In comments and docs. */
export const phrases = [
  { name: 'whoever', found: /\bwhoever\b/i, write: '“anyone who”, or the noun: the caller, the person, the client' },
  { name: 'anew', found: /\banew\b/i, write: '“again”' },
  {
    name: 'goes on',
    found: /\b(?:go|goes|went|gone|going) on\b(?! (?:the|a|an|its|his|her|their|our|sale)\b)/i,
    write: '“continues”, “keeps”; for “what is going on”: “what happens”',
  },
  {
    name: 'stands',
    found:
      /\bstands? (?:(?:only )?(?:here|there|below|above|beside)|in (?:decision|docs|the (?:answer|database|history|log|memory|name|page|reply|row|table|text)))\b(?! for\b)/i,
    write: '“is”, “is stored”, “is written”: things in a text or a table do not stand; “stands for” is fine',
  },
  {
    name: 'told of',
    found: /\b(?:is|are|was|were|been) told of\b/i,
    write: '“hears of”, “is notified of”, or say who tells it',
  },
  { name: 'lets go of', found: /\b(?:lets?|letting) go of\b/i, write: '“drops”, “releases”, “deletes”' },
  { name: 'comes of', found: /\b(?:come|comes|came|coming) of (?!age\b)/i, write: '“comes from”, “follows from”' },
  { name: 'all the same', found: /\ball the same\b(?! (?:\w+ed|as)\b)/i, write: '“anyway”, “still”' },
  { name: 'by lot', found: /\bby lot\b/i, write: '“at random”' },
  { name: 'wish', found: /\bwish(?:es)?\b/i, write: '“request” for the thing, “want” for the verb' },
  {
    name: 'nothing beside',
    found: /\b(?:nothing|work|runs?|ran|running|plays?|played) beside\b/i,
    write: '“nothing else running”, “alongside”; “beside” is a place on a page',
  },
]

/** In names that are declared, and in names of files: parts of a camelCase or kebab-case name. */
export const nameParts = [
  { part: 'anew', write: '“again”' },
  { part: 'beside', write: '“with”, “near”, “extra”' },
  { part: 'sitting', write: '“attempt”' },
  { part: 'standing', write: '“current”, “state”, “stored”' },
  { part: 'stands', write: '“is”' },
  { part: 'told', write: '“known”, “shown”, “sent”, “reported”' },
  { part: 'wish', write: '“request”' },
  { part: 'helper', write: 'what it does' },
  { part: 'helpers', write: 'what is in it' },
  { part: 'utils', write: 'what is in it' },
]
