import { iqNamed, sideOf } from '#contract/iq-named.ts'
import { firstModel } from '#contract/score-model.ts'
import { date } from '../../../messages/formats.ts'
import { tooNarrow } from '../../../messages/purchases.ts'
import { resultTexts } from '../../../messages/result.ts'
import { shareTexts } from '../../../messages/share.ts'
import { siteTexts } from '../../../messages/site.ts'
import type { Shareable } from './shareable.ts'

/** The text of the card, line by line, as the page of the result says it. */
export interface CardWords {
  site: string
  testTitle: string
  label: string
  iq: string
  interval: string
  /** How far the number can be trusted, the warning of a score by our earlier rules, and lateness where there was any. */
  notes: string[]
  below: string
  own: string
  invitation: string
  address: string
  /** The whole address of the open certificate that the picture leads to by a QR code, where its owner wants one. */
  proof: string | null
  day: string
}

export function cardWords(
  { testTitle, score, submittedAt, isLate }: Shareable,
  address: string,
  proof: string | null = null,
): CardWords {
  return {
    site: siteTexts.name,
    testTitle: testTitle ?? '',
    label: resultTexts.iq,
    iq: iqNamed(score),
    interval: resultTexts.interval(score),
    notes: [
      score.calibration === '' ? '' : resultTexts.calibration(score.calibration),
      score.model === firstModel ? tooNarrow : '',
      isLate ? `${shareTexts.late}.` : '',
    ].filter(Boolean),
    // A no-break space keeps «зі 100» on one line.
    below: resultTexts.belowOf(score.percentile, sideOf(score)).replace('зі 100', 'зі\u00a0100'),
    own: shareTexts.own,
    invitation: shareTexts.invitation,
    address,
    proof,
    day: submittedAt === null ? '' : date(submittedAt),
  }
}

/** The words of the card as one text, for people who do not see the picture and for the message that goes with it. */
export function saidInWords(words: CardWords): string {
  const { site, testTitle, label, iq, interval, below, notes, invitation, address, proof } = words
  const said = [testTitle, `${label}: ${iq}`, interval, below, ...notes.map((note) => note.replace(/\.$/, ''))]
  return `${said.filter(Boolean).join('. ')}. ${invitation} ${site}, ${proof ?? address}`
}
