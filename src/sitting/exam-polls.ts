import { nextEffect } from '../engine/next-effect.ts'
import type { Reply } from '../engine/reply.ts'
import { withTimeout } from '../concurrency/with-timeout.ts'
import type { ExamCore } from './exam-core.ts'
import { type Poll, startPoll } from './poll-query.ts'

/** Asks how the building of the paper stands. */
export function pollBuild(core: ExamCore): Poll {
  return startPoll({
    ...pollParts(core, 'build'),
    ask: () => counted(core, 'build-asked', () => core.ports.calls.buildStatus(core.ports.purchaseId)),
    onReply: (reply) => core.dispatch({ type: 'build-replied', reply }),
  })
}

/** Asks how the grading stands. */
export function pollResults(core: ExamCore): Poll {
  return startPoll({
    ...pollParts(core, 'results'),
    ask: () => counted(core, 'results-asked', () => core.ports.calls.resultsStatus(core.ports.purchaseId)),
    onReply: (reply) => core.dispatch({ type: 'results-replied', reply }),
  })
}

function pollParts({ ports, view, attempt }: ExamCore, what: 'build' | 'results') {
  return {
    client: ports.queryClient,
    queryKey: ['exam-poll', what, ports.purchaseId, attempt.row()?.draftId ?? null],
    wait: () => {
      const effect = nextEffect(view().session)
      return effect !== null && 'wait' in effect ? effect.wait : false
    },
    onError: ports.report,
    now: () => ports.readDevice().wall,
  }
}

/** Some browsers never finish a write that was begun while the page was being left: no ask waits longer for it. Milliseconds. */
const countPatience = 3_000

/** An ask counts when it is sent, and the count is on the disk before it is: a reload does not begin again at none. */
async function counted<Body>(
  { ports, view, dispatch, attempt }: ExamCore,
  type: 'build-asked' | 'results-asked',
  ask: () => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  dispatch({ type })
  const { session } = view()
  if ('asked' in session) {
    const { asked } = session
    const counts = session.phase === 'building' ? { buildAsked: asked } : { resultsAsked: asked }
    await withTimeout(attempt.change(counts), countPatience).catch(ports.report)
  }
  return ask()
}
