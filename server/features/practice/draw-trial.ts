import type { Item } from '#content/item.ts'
import { splitItem } from '#content/split-item.ts'
import type { GuestTrial } from '#contract/guest-trial.ts'
import type { Queries } from '../../db/connect.ts'
import { keyedDigest, sameSecret, type Secrets } from '../../config/secrets.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, notFound } from '../../failure.ts'
import type { Services } from '../../services.ts'
import type { Blueprint } from '#content/blueprint.ts'
import { requireTest } from '../catalog/find-test.ts'
import { drawWithin } from '../exams/open/build-paper.ts'
import { newAttemptId } from '../exams/open/open-attempt.ts'

/**
 * The questions of a free test for a guest, of the partition of trainings. They follow from the trial's name and the server's
 * secret, so nothing of them is stored: the claim draws them again. Throws 404 for a test that is unknown, or not free.
 */
export async function drawTrial({ db, secrets }: Services, slug: string): Promise<GuestTrial> {
  const { blueprint } = await requireFreeTest(db, slug)
  const id = newAttemptId()
  const { items } = await itemsOfTrial(secrets, id, blueprint)
  const questions = items.map((item) => splitItem(item).question)
  return { trial: nameOf(secrets, { id, slug, items }), questions }
}

/** What a trial consists of, as it is drawn again. */
export interface DrawnTrial {
  /** That of the attempt that it becomes. */
  id: string
  seed: string
  items: Item[]
}

/**
 * The trial of this name, drawn again. Throws 409 `trial_outdated` where this server did not draw those questions: another one
 * did, or a release before this one whose generators made others of the same seed. 404 as `drawTrial`.
 */
export async function drawAgain({ db, secrets }: Services, trial: string, slug: string): Promise<DrawnTrial> {
  const id = idOf(trial)
  const { blueprint } = await requireFreeTest(db, slug)
  const { seed, items } = await itemsOfTrial(secrets, id, blueprint)
  if (!sameSecret(trial, nameOf(secrets, { id, slug, items }))) throw outdated()
  return { id, seed, items }
}

/** Of the attempt that a trial becomes. Throws as `drawAgain` does. */
export function idOf(trial: string): string {
  const [id = ''] = trial.split('.')
  if (!isUuid(id)) throw outdated()
  return id
}

const outdated = () =>
  new Failure(
    409,
    'trial_outdated',
    'Завдання цієї проби відтоді змінилися, тому розібрати її вже не можна. Пройдіть нову пробу.',
  )

async function requireFreeTest(queries: Queries, slug: string): Promise<{ blueprint: Blueprint }> {
  const test = await requireTest(queries, slug)
  if (test.price !== 0) throw notFound()
  return { blueprint: test.blueprint as Blueprint }
}

async function itemsOfTrial(
  secrets: Secrets,
  id: string,
  blueprint: Blueprint,
): Promise<Pick<DrawnTrial, 'seed' | 'items'>> {
  const seed = keyedDigest(secrets.guestTrialKey, 'seed', id)
  const paper = { attempt: { seed, mode: 'training' as const }, blueprint, seen: new Set<string>() }
  const items = await drawWithin(Number.POSITIVE_INFINITY, paper)
  // Anybody gets these, and their keys follow: what an exam could ask must never be among them.
  if (items === 'over-budget' || items.some(({ partition }) => partition !== 'training')) {
    throw new Error('A trial has drawn an item of exams')
  }
  return { seed, items }
}

/** Sealed over the questions as they were shown. The keys are no part of that, or it would tell who guesses them. */
function nameOf(
  { guestTrialKey }: Secrets,
  { id, slug, items }: Pick<DrawnTrial, 'id' | 'items'> & { slug: string },
): string {
  const questions = items.map((item) => splitItem(item).question)
  return `${id}.${keyedDigest(guestTrialKey, 'trial', id, slug, JSON.stringify(questions))}`
}
