import { type Paper, paperOf } from '../../src/attempt/machine/paper.ts'

/** A paper of one question, as the server gives it before the clock starts. */
export const oneQuestionPaper: Paper = paperOf({
  questions: [{ id: 'q1', kind: 'text', prompt: '?' }],
  attempt: {
    id: 'a1',
    state: 'ready',
    epoch: 0,
    duration_seconds: 60,
    server_time: '2026-11-20T10:00:00Z',
    submission_key: 'submission-key',
    ticket: 'ticket-of-this-attempt',
  },
  test: null,
})!
