import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** The answer to a question: addresses by family, no such name, or nothing at all. */
export type NameAnswer = { 4?: string; 6?: readonly number[] } | 'no such name' | 'silence'

/** Address families by type of question, A and AAAA (RFC 1035, RFC 3596). */
const families: Record<number, 4 | 6> = { 1: 4, 28: 6 }

/** Starts a name server on UDP (RFC 1035) that answers each name by `answerOf`. */
export async function startNameServer(
  answerOf: (name: string) => NameAnswer | Promise<NameAnswer>,
  { host = '127.0.0.1', port = 0 } = {},
) {
  const asked: string[] = []
  const socket = createSocket('udp4', (question, from) => {
    const { name, type, end } = readQuestion(question)
    asked.push(name)
    void Promise.resolve(answerOf(name)).then((answer) => {
      if (answer === 'silence') return
      const data = answer === 'no such name' ? undefined : dataOf(answer, families[type])
      const flags = answer === 'no such name' ? [0x81, 0x83] : [0x81, 0x80]
      const head = Buffer.from([question[0]!, question[1]!, ...flags, 0, 1, 0, data ? 1 : 0, 0, 0, 0, 0])
      const record = data
        ? Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data])
        : Buffer.alloc(0)
      socket.send(Buffer.concat([head, question.subarray(12, end), record]), from.port, from.address)
    })
  })
  socket.bind(port, host)
  await once(socket, 'listening')
  return {
    at: `${host}:${socket.address().port}`,
    /** Every name that was asked for, with repetitions. */
    asked,
    close: () => void socket.close(),
  }
}

function dataOf(answer: { 4?: string; 6?: readonly number[] }, family: 4 | 6 | undefined) {
  if (family === 4) return answer[4]?.split('.').map(Number)
  return family === 6 ? answer[6] : undefined
}

function readQuestion(question: Buffer) {
  const labels: string[] = []
  let at = 12
  for (let length = question[at]!; length > 0; length = question[at]!) {
    labels.push(question.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: question.readUInt16BE(at + 1), end: at + 5 }
}
