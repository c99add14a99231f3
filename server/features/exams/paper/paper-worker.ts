import { inspect } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { drawPaper } from './draw-paper.ts'
import { type DrawnPaper, GeneratorFailed, OverBudget } from './drawn-paper.ts'
import type { DrawingRequest, DrawingWord } from './paper-drawer.ts'

/** What a drawing thread runs (`paper-drawer.ts`): says 'ready', then draws what it is sent, one paper at a time. */
const port = parentPort!

async function answer({ order, budgetMs, isWatched }: DrawingRequest): Promise<void> {
  const after = isWatched ? async (drawn: number) => say({ drawn }) : undefined
  try {
    sayPaper(await drawPaper(order, { budgetMs, after }))
  } catch (error) {
    // As text: an error may hold what cannot be sent.
    say({ failure: inspect(error), kind: kindOf(error) })
  }
}

const kindOf = (error: unknown) =>
  error instanceof OverBudget ? 'over-budget' : error instanceof GeneratorFailed ? 'generator' : 'other'

function say(word: DrawingWord, given: ArrayBuffer[] = []): void {
  port.postMessage(word, given)
}

/** Its bytes are given away: a Buffer may lie in a piece of memory that others share, which would be copied whole. */
function sayPaper({ packed, shown, ...texts }: DrawnPaper): void {
  const own = { questions: new Uint8Array(packed.questions), keys: new Uint8Array(packed.keys) }
  const bytes = new Uint8Array(shown)
  say({ paper: { ...texts, packed: own, shown: bytes } }, [own.questions.buffer, own.keys.buffer, bytes.buffer])
}

port.on('message', (request: DrawingRequest) => void answer(request))
say('ready')
