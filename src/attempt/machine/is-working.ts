import type { SubmitReply } from '#contract/exam.ts'

// A file of its own: delivery asks it on every page and in the worker, which load no machine.

/** Whether the grading goes on. */
export function isWorking({ status }: Pick<SubmitReply, 'status'>): boolean {
  return status === 'processing_started' || status === 'processing'
}
