import { describe, expect, it } from 'vitest'
import { isRefusedForGood } from './deliver-mail.ts'

const refusal = (command: string, response: string) =>
  Object.assign(new Error('refused'), { command, response, responseCode: Number(response.slice(0, 3)) })

describe('letters that are refused for good', () => {
  it.each([
    ['RCPT TO', '550 5.1.1 No such user'],
    ['RCPT TO', '550 unknown'],
    ['RCPT TO', '554 5.1.2 bad destination'],
    ['RCPT TO', '553 5.1.3 bad syntax'],
    ['DATA', '554 5.6.0 content not accepted'],
  ])(
    'a letter is refused for good if the mail server rejects its recipient or content: %s, %s',
    (command, response) => {
      expect(isRefusedForGood(refusal(command, response))).toBe(true)
    },
  )

  it.each([
    ['RCPT TO', '450 4.2.0 greylisted'],
    ['RCPT TO', '421 4.3.2 shutting down'],
    ['DATA', '451 4.3.0 try again'],
    ['CONN', '554 5.7.1 not welcome'],
    ['EHLO', '550 who are you'],
    ['AUTH LOGIN', '535 5.7.8 bad credentials'],
    ['MAIL FROM', '530 5.7.0 authenticate first'],
    ['MAIL FROM', '550 5.1.8 sender refused'],
    ['RCPT TO', '554 5.7.1 Relay access denied'],
    ['RCPT TO', '552 5.2.2 mailbox full'],
    ['RCPT TO', '550 5.2.2 mailbox full'],
  ])(
    'a letter is not refused for good by a fault that may pass, or that we have to mend: %s, %s',
    (command, response) => {
      expect(isRefusedForGood(refusal(command, response))).toBe(false)
    },
  )

  it('a letter is not refused for good by a failure of the network', () => {
    expect(isRefusedForGood(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT', command: 'DATA' }))).toBe(false)
    expect(isRefusedForGood('550')).toBe(false)
  })
})
