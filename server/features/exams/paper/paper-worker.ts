import { inspect } from 'node:util'
import { parentPort } from 'node:worker_threads'
import { drawPaper } from './draw-paper.ts'
import { type DrawnPaper, GeneratorFailed, OverBudget } from './drawn-paper.ts'
import type { DrawingRequest, DrawingWord } from './paper-drawer.ts'

/** The code of a drawing thread (`paper-drawer.ts`): says 'ready', then draws each order that it is sent, one at a time. */
const port = parentPort!

async function answer({ order, budgetMs, isWatched }: DrawingRequest): Promise<void> {
  const after = isWatched ? async (drawn: number) => say({ drawn }) : undefined
  try {
    sayPaper(await drawPaper(order, { budgetMs, after }))
  } catch (error) {
    // As text: an error may hold values that cannot be sent.
    say({ failure: inspect(error), kind: kindOf(error) })
  }
}

const kindOf = (error: unknown) =>
  error instanceof OverBudget ? 'over-budget' : error instanceof GeneratorFailed ? 'generator' : 'other'

function say(word: DrawingWord, given: ArrayBuffer[] = []): void {
  port.postMessage(word, given)
}

/** Transfers copies of the bytes: a Buffer may be a part of a shared pool, which would be copied whole. */
function sayPaper({ packed, shown, ...texts }: DrawnPaper): void {
  const own = { questions: new Uint8Array(packed.questions), keys: new Uint8Array(packed.keys) }
  const bytes = new Uint8Array(shown)
  say({ paper: { ...texts, packed: own, shown: bytes } }, [own.questions.buffer, own.keys.buffer, bytes.buffer])
}

port.on('message', (request: DrawingRequest) => void answer(request))
say('ready')
