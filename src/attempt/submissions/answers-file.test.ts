import { describe, expect, it } from 'vitest'
import { type OwnAnswers, readAnswersFile, writeAnswersFile } from './answers-file.ts'

const answers: OwnAnswers = {
  title: 'Логіка',
  purchaseId: 'p1',
  attemptId: 'a1',
  body: {
    answers: [{ question_id: 'q1', value: 'так' }],
    submission_key: 'submission-key',
    ticket: 'ticket-of-this-attempt',
    events: [{ question_id: 'q1', value: 'так', epoch: 1, seq: 2, device_id: 'phone' }],
  },
}

describe('the file of answers', () => {
  it('the file of answers can be submitted: it names its purchase and its attempt, and has every event', () => {
    expect(readAnswersFile(writeAnswersFile(answers))).toMatchObject({
      purchase_id: 'p1',
      attempt_id: 'a1',
      answers: answers.body.answers,
      events: answers.body.events,
    })
  })

  it('the file of answers never contains the ticket', () => {
    expect(writeAnswersFile(answers)).not.toContain('ticket')
  })

  it.each([
    ['no JSON', 'фото з котом'],
    ['other JSON', '{"name":"package"}'],
    ['nothing', ''],
    ['null', 'null'],
    ['a file of a later format', writeAnswersFile(answers).replace('"format": 1', '"format": 2')],
    ['a file without its attempt', writeAnswersFile({ ...answers, attemptId: null })],
    ['a damaged event', writeAnswersFile(answers).replace('"seq": 2', '"seq": "two"')],
  ])('readAnswersFile returns null for %s', (_, text) => {
    expect(readAnswersFile(text)).toBeNull()
  })
})
