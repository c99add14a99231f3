import type { KeptPair } from '../storage/session-db.ts'
import { readMirror, swapMirror } from '../storage/session-mirror.ts'
import { orNothing } from './or-nothing.ts'
import { clearLocalCopy, numberLocalCopy, readLocalCopy, writeLocalCopy } from './tokens.ts'
import { whichCopyHolds } from './which-copy-holds.ts'

/**
 * Makes both copies of the session the later one of them: what a crash took from local storage is put back, what was
 * written without us is mirrored. Resolves when local storage may be asked who is signed in; a mirror that does not work
 * leaves local storage as it is. `patience`, in milliseconds, is how long the mirror may take to say what it holds.
 */
export async function settleCopies(patience?: number): Promise<void> {
  const mirror = await orNothing(readMirror(), patience)
  // Read after the wait: a sibling tab may have renewed or left meanwhile.
  const local = readLocalCopy()
  const latest = Math.max(local.seq ?? 0, mirror?.seq ?? 0)
  switch (whichCopyHolds(local, mirror)) {
    case 'mirror':
      return writeLocalCopy(mirror!.pair!, mirror!.seq)
    case 'local':
      if (mirror?.seq !== local.seq || mirror?.pair?.refresh !== local.pair!.refresh) await adopt(local.pair!, latest)
      return
    case 'nobody':
      if (mirror !== null && mirror.seq > (local.seq ?? 0)) clearLocalCopy(mirror.seq)
      else if (mirror?.pair) await orNothing(swapMirror(null, latest))
  }
}

/** Mirrors a pair that the mirror does not know, and numbers it, unless a sibling tab was faster. */
async function adopt(pair: KeptPair, latest: number): Promise<void> {
  const row = await orNothing(swapMirror(pair, latest))
  if (row?.pair?.refresh === pair.refresh && readLocalCopy().pair?.refresh === pair.refresh) numberLocalCopy(row.seq)
}
