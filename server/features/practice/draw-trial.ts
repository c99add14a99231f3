import { familyTitle } from '#content/families.ts'
import type { GuestTrial, TrialKey } from '#contract/guest-trial.ts'
import type { Question } from '#contract/question.ts'
import type { Queries } from '../../db/connect.ts'
import { keyedDigest, sameSecret, type Secrets } from '../../config/secrets.ts'
import { isUuid } from '../../db/uuid.ts'
import { Failure, notFound } from '../../failure.ts'
import type { Services } from '../../services.ts'
import type { Blueprint } from '#content/blueprint.ts'
import { requireTest } from '../catalog/find-test.ts'
import { newAttemptId } from '../exams/open/open-attempt.ts'
import type { DrawnPaper } from '../exams/paper/drawn-paper.ts'
import { readKeys } from '../exams/paper/paper-formats/paper-formats.ts'
import { keyOf } from './verdict-of.ts'

/**
 * Draws the questions of a free test for a guest, with keys, from the partition of trainings. They follow from the trial's name
 * and the server's secret, so nothing is stored: the claim draws them again. Throws 404 for a test that is unknown or not free.
 */
export async function drawTrial(services: Services, slug: string): Promise<GuestTrial> {
  const { blueprint } = await requireFreeTest(services.db, slug)
  const id = newAttemptId()
  const { paper } = await paperOfTrial(services, id, blueprint)
  const questions: Question[] = JSON.parse(paper.questions)
  return { trial: nameOf(services.secrets, { id, slug, paper }), questions, keys: keysOf(questions, paper) }
}

/** Keys of training items only: drawing lets no other items into such a paper (decision 0067). */
function keysOf(questions: readonly Question[], { packed }: DrawnPaper): TrialKey[] {
  return readKeys(packed).map((stored, place) => ({
    ...keyOf({ ...stored, question: questions[place]! }),
    kind: familyTitle(stored.family),
  }))
}

export interface DrawnTrial {
  /** The id of the attempt that it becomes. */
  id: string
  seed: string
  paper: DrawnPaper
}

/**
 * Draws the trial of this name again. Throws 409 `trial_outdated` if that gives other questions: another server drew them, or an
 * earlier release made others from the same seed. Throws 404 as `drawTrial` does.
 */
export async function drawAgain(services: Services, trial: string, slug: string): Promise<DrawnTrial> {
  const id = idOf(trial)
  const { blueprint } = await requireFreeTest(services.db, slug)
  const { seed, paper } = await paperOfTrial(services, id, blueprint)
  if (!sameSecret(trial, nameOf(services.secrets, { id, slug, paper }))) throw outdated()
  return { id, seed, paper }
}

/** The id of the attempt that a trial becomes. Throws 409 `trial_outdated` for no name of a trial. */
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

/** Draws from the partition of trainings, because anybody gets these items with their keys. */
async function paperOfTrial(
  { papers, secrets }: Services,
  id: string,
  blueprint: Blueprint,
): Promise<Pick<DrawnTrial, 'seed' | 'paper'>> {
  const seed = keyedDigest(secrets.guestTrialKey, 'seed', id)
  return { seed, paper: await papers.draw({ seed, mode: 'training', blueprint, seen: null }) }
}

/** The id and a seal over the questions as they were shown. */
function nameOf(
  { guestTrialKey }: Secrets,
  { id, slug, paper }: Pick<DrawnTrial, 'id' | 'paper'> & { slug: string },
): string {
  return `${id}.${keyedDigest(guestTrialKey, 'trial', id, slug, paper.questions)}`
}
