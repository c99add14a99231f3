import { eq } from 'drizzle-orm'
import type { Database, Queries } from '../../db/connect.ts'
import { examGrants, purchases } from '../../db/schema/purchases.ts'
import { isUuid } from '../../db/uuid.ts'
import { OperatorMistake } from '../audit/operator-mistake.ts'
import type { Act, OperatorWord } from '../audit/act-as-operator.ts'
import { examUse } from '../exams/exam-use.ts'
import { actAsOperator } from '../exams/operator-acts/act-on-record.ts'
import { notify } from '../notifications/notify.ts'
import { type ExamAllowance, findExamAllowance } from '../purchases/exam-allowance.ts'
import { lockOrders } from '../purchases/order-lock.ts'
import { type PurchaseNow, purchaseNowColumns } from '../purchases/purchase-now.ts'

interface Granted {
  purchaseId: string
  title: string
  allowance: ExamAllowance
  act: Act
}

/**
 * Grants one more exam to a purchase and tells its owner. The terms of the purchase stay: a grant is a row of its own. Throws
 * OperatorMistake if the purchase is unknown, not paid, or over.
 */
export function grantExam(db: Database, word: OperatorWord, purchaseId: string): Promise<Granted> {
  return actAsOperator(db, word, async (tx) => {
    if (!isUuid(purchaseId)) throw new OperatorMistake(`${purchaseId} is no purchase’s id.`)
    const { purchase, isOver } = await lockPurchase(tx, purchaseId)
    if (purchase.status !== 'paid') {
      throw new OperatorMistake(`This purchase is ${purchase.status}: an exam could not be taken on it.`)
    }
    if (isOver) throw new OperatorMistake('The time of this purchase is over: an exam could not be taken on it.')

    const before = await findExamAllowance(tx, purchase, examUse)
    await tx.insert(examGrants).values({ purchaseId })
    await examUse.wantPapers(tx, [purchaseId])
    const allowance = await findExamAllowance(tx, purchase, examUse)
    await notify(tx, purchase.userId, {
      kind: 'attempt-returned',
      title: 'Вам надано ще одну спробу',
      message: `Екзамен «${purchase.cardTitle}» можна скласти ще раз. Доступних спроб: ${allowance.left}.`,
      pack: { id: purchase.id, title: purchase.cardTitle },
    })
    const act = {
      command: 'attempt',
      userId: purchase.userId,
      purchaseId,
      before: { ...before },
      after: { ...allowance },
    }
    return { purchaseId, title: purchase.cardTitle, allowance, act }
  })
}

/** Locks the purchase as an order of the same test or the opening of an exam does. */
async function lockPurchase(tx: Queries, id: string): Promise<PurchaseNow> {
  const [known] = await tx
    .select({ userId: purchases.userId, testId: purchases.testId })
    .from(purchases)
    .where(eq(purchases.id, id))
  if (known === undefined) throw new OperatorMistake(`There is no purchase ${id}.`)
  await lockOrders(tx, known.userId, [known.testId])
  const [locked] = await tx.select(purchaseNowColumns).from(purchases).where(eq(purchases.id, id)).for('no key update')
  if (locked === undefined) throw new OperatorMistake(`There is no purchase ${id}.`)
  return locked
}
