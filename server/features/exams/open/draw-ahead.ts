import { setTimeout as pause } from 'node:timers/promises'
import type { Services } from '../../../services.ts'
import { claimAhead, type ClaimedAhead, storeAhead } from '../paper/papers-ahead.ts'
import { newSeed } from './open-attempt.ts'

/** Milliseconds between two checks whether the process is idle. */
const lookEvery = 200

interface Turn {
  isIdle: () => boolean
  /** Aborted when the server closes. */
  isOver: AbortSignal
}

/**
 * Draws the papers that are wanted, one by one, while the process is idle: starts and saves come first. After each paper it rests
 * for as long as the drawing took, so it never takes more than half a core. A paper that cannot be drawn is logged and delays no
 * other; its exam draws it when it begins. Any number of processes may run this at the same time.
 */
export async function drawAhead(services: Services, { isIdle, isOver }: Turn): Promise<void> {
  while (!isOver.aborted) {
    if (!isIdle()) {
      await pause(lookEvery, null, { signal: isOver }).catch(() => null)
      continue
    }
    const begun = performance.now()
    const claimed = await claimAhead(services.db)
    if (claimed === null) return
    if (claimed !== undefined) await drawClaimed(services, claimed)
    await pause(performance.now() - begun, null, { signal: isOver }).catch(() => null)
  }
}

async function drawClaimed(services: Services, claimed: ClaimedAhead): Promise<void> {
  const { blueprint, seen, purchaseId } = claimed
  const seed = newSeed()
  try {
    const paper = await services.papers.draw({ seed, mode: 'exam', blueprint, seen })
    await storeAhead(services.db, claimed, { seed, paper })
  } catch (error) {
    services.log.error({ err: error, purchaseId }, 'a paper could not be drawn ahead: its exam will draw it')
  }
}
