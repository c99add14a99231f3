import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { legalKinds } from '../features/legal/legal-kind.ts'
import { readLegalSource } from './seed-legal-texts.ts'

/** The digest of each edition's title and words: people have agreed to them, so a number's words never change. */
const editions: Record<string, string> = {
  'privacy 1.7': '89dea67d8ccb',
  'privacy 1.8': '6b58baabfd52',
  'privacy 1.9': '15f965cd956a',
  'privacy 1.10': 'c14aa4aa1590',
  'privacy 1.11': 'd4f38c23fbd5',
  'privacy 1.12': '39ee1bfb00a8',
  'privacy 1.13': '1724854f455d',
  'privacy 1.14': 'cb2bf11e6a42',
  'privacy 1.15': '4ad3f0ec4ad4',
  'privacy 1.16': '39755a24cbaa',
  'privacy 1.17': 'd1fc55e030df',
  'disclaimer 1.1': 'a3e9420deb73',
  'newsletter 1.1': 'e7593e05d45b',
  'offer 1.1': '7e14b22a57bb',
  'offer 1.2': '16dc70e9ff74',
  'offer 1.3': 'fba0633f9f1e',
  'offer 1.4': 'e9838116cf30',
  'offer 1.5': '8df0515f1455',
  'offer 1.6': '55daf6f033ac',
}

it.each(legalKinds)(
  'the words of a legal edition never change: new words of «%s» get a new number, and a line here',
  (kind) => {
    const file = readFileSync(join(import.meta.dirname, '../../content/legal', `${kind}.uk.html`), 'utf8')
    const { version, title, html } = readLegalSource(file)
    const digest = createHash('sha256').update(`${title}\n${html}`).digest('hex').slice(0, 12)
    expect(`${kind} ${version}: ${digest}`).toBe(`${kind} ${version}: ${editions[`${kind} ${version}`]}`)
  },
)
