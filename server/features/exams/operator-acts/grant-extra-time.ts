import { eq } from 'drizzle-orm'
import { databaseNow, type Database, type Queries } from '../../../db/connect.ts'
import { attempts } from '../../../db/schema/attempts.ts'
import { OperatorMistake } from '../../audit/operator-mistake.ts'
import type { Act, OperatorWord } from '../../audit/act-as-operator.ts'
import { findAccountId } from '../../auth/own-account.ts'
import { findTestId } from '../../catalog/find-test.ts'
import { actAsOperator } from './act-on-record.ts'
import { notify } from '../../notifications/notify.ts'
import { lockPurchaseInUse, setExtraTimeFactor } from '../../purchases/extra-time.ts'
import type { PurchaseNow } from '../../purchases/purchase-now.ts'
import { lapseOf } from '../attempt-clock.ts'
import { lockOpenAttempt } from '../attempt-repository.ts'

/** The extra time cannot be set as requested; the message tells the operator why. */
export class ExtraTimeRefused extends OperatorMistake {
  override readonly name = 'ExtraTimeRefused'
}

/** The purchase: by the address of its owner's account and the test's slug, or by its id. */
type WhichPurchase = { email: string; test: string } | { purchaseId: string }

type ExtraTime = WhichPurchase & {
  /** The factor of the exam's duration: 1 (no extra time) to 4. */
  factor: number
}

export interface ExtraTimeSet {
  /** Minutes of an exam of this purchase from now on, and how many of them are extra. */
  minutes: { all: number; extra: number }
  /** False if the factor was the same before: then nobody is notified. */
  isChange: boolean
  /** An exam has begun and keeps its time: a clock that runs is never moved. */
  isOneRunning: boolean
  act: Act | null
}

/** Twice is common, three times the rare exception; more is a typing error. */
const greatestFactor = 4

/**
 * Sets the time of one purchase's exams and notifies its owner. An exam whose clock does not run yet takes the new time too.
 * No reason is kept: it would be about a person's health. Throws ExtraTimeRefused for a factor out of bounds, or if this
 * account has no purchase of this test that can still be used; OperatorMistake without an author.
 */
export async function grantExtraTime(
  db: Database,
  word: Omit<OperatorWord, 'reason'>,
  { factor, ...which }: ExtraTime,
): Promise<ExtraTimeSet> {
  if (!(factor >= 1 && factor <= greatestFactor)) {
    throw new ExtraTimeRefused(`The factor is a number from 1 (no extra time) to ${greatestFactor}.`)
  }
  return actAsOperator(db, { ...word, reason: null }, async (tx) => {
    const { purchase } = await lockLivePurchase(tx, which)
    const base = purchase.durationMinutes
    const all = Math.round(base * factor)
    const minutes = { all, extra: all - base }
    const isOneRunning = await giveToUnbegun(tx, purchase.id, Math.round(base * 60 * factor))
    if (Math.fround(purchase.extraTimeFactor) === Math.fround(factor)) {
      return { minutes, isChange: false, isOneRunning, act: null }
    }
    await setExtraTimeFactor(tx, purchase.id, factor)
    await notify(tx, purchase.userId, {
      kind: 'extra-time',
      ...sentenceFor(purchase.cardTitle, minutes),
      pack: { id: purchase.id, title: purchase.cardTitle },
    })
    const act = {
      command: 'extra-time',
      userId: purchase.userId,
      purchaseId: purchase.id,
      before: { factor: purchase.extraTimeFactor },
      after: { factor },
    }
    return { minutes, isChange: true, isOneRunning, act }
  })
}

async function lockLivePurchase(tx: Queries, which: WhichPurchase): Promise<PurchaseNow> {
  const locked = 'email' in which ? await lockByOwner(tx, which) : await lockPurchaseInUse(tx, { id: which.purchaseId })
  if (locked !== undefined && !locked.isOver) return locked
  const said = 'email' in which ? `${which.email} has no purchase of "${which.test}"` : 'This is no purchase'
  throw new ExtraTimeRefused(`${said} that can still be used.`)
}

async function lockByOwner(tx: Queries, { email, test }: { email: string; test: string }) {
  const [userId, testId] = [await findAccountId(tx, email), await findTestId(tx, test)]
  return userId === undefined || testId === undefined ? undefined : lockPurchaseInUse(tx, { userId, testId })
}

/** Changes the time of the exam that waits for its start. Returns whether an exam has begun. */
async function giveToUnbegun(tx: Queries, purchaseId: string, durationSeconds: number): Promise<boolean> {
  const attempt = await lockOpenAttempt(tx, purchaseId, 'exam')
  if (attempt === undefined) return false
  // The clock of a delivered paper starts by itself after a while; the row changes only at the next call.
  const hasBegun = attempt.startedAt !== null || lapseOf(attempt, await databaseNow(tx)).kind === 'started'
  if (!hasBegun) await tx.update(attempts).set({ durationSeconds }).where(eq(attempts.id, attempt.id))
  return hasBegun
}

function sentenceFor(title: string, { all, extra }: ExtraTimeSet['minutes']): { title: string; message: string } {
  return extra > 0
    ? {
        title: 'Вам додано час',
        message: `Екзамен «${title}» триватиме для вас ${all}\u00a0хв, на ${extra}\u00a0хв довше, ніж звичайно.`,
      }
    : { title: 'Час екзамену змінено', message: `Екзамен «${title}» триватиме ${all}\u00a0хв, без додаткового часу.` }
}
