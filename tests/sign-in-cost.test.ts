import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { hash, verify } from '@node-rs/argon2'
import { startTestServer, type TestServer } from './support/build-server.ts'
import { newcomer, Person, password } from './support/person.ts'
import { order } from './support/sandbox.ts'
import { noteStatements } from './support/sent-statements.ts'
import { hashing, hashPassword, verifyPassword } from '../server/features/auth/password-hash.ts'

// The real package, with counted calls.
vi.mock('@node-rs/argon2', async (load) => {
  const argon2 = await load<typeof import('@node-rs/argon2')>()
  return { ...argon2, hash: vi.fn(argon2.hash), verify: vi.fn(argon2.verify) }
})

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startTestServer()
  person = await newcomer(server)
})
afterAll(() => server.close())

/** Signs in. Returns the reply, and how often a password was verified. */
async function signIn(email: string, given: string) {
  vi.mocked(verify).mockClear()
  const { status, text } = await new Person(server).post('/api/auth/login/', { email, password: given })
  return { status, text, verifications: vi.mocked(verify).mock.calls.length }
}

it('[S18] a wrong password and an unknown address cost one argon2 verification each, and are answered alike', async () => {
  const wrong = await signIn(person.email!, 'не той пароль')
  const unknown = await signIn('nobody@person.example', 'не той пароль')
  expect(wrong).toMatchObject({ status: 400, verifications: 1 })
  expect(unknown).toEqual(wrong)
  // An erased account may leave a row without a password.
  await server.services.pool.query(`update users set password_hash = '' where id = $1`, [person.userId])
  expect(await signIn(person.email!, password)).toEqual(wrong)
  expect(await signIn(person.email!, '')).not.toMatchObject({ status: 200 })
})

it('[S18] the server verifies a hash of the same cost for an unknown address, not a cheaper one', async () => {
  const other = await newcomer(server)
  await signIn(other.email!, 'не той пароль')
  const [known] = vi.mocked(verify).mock.calls[0]!
  await signIn('nobody@person.example', 'не той пароль')
  const [nobodys] = vi.mocked(verify).mock.calls[0]!
  const costOf = (hash: unknown) => /^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/.exec(String(hash))?.[0]
  expect(costOf(known)).toBeTruthy()
  expect(costOf(nobodys)).toBe(costOf(known))
})

it('the server hashes at most two of twelve simultaneous passwords at a time, so that exams have a core left', async () => {
  expect(hashing.atOnce).toBeLessThanOrEqual(2)
  const real = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
  const seen = { running: 0, most: 0 }
  const counted =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      seen.most = Math.max(seen.most, (seen.running += 1))
      return work(...args).finally(() => (seen.running -= 1))
    }
  vi.mocked(hash).mockImplementation(counted(real.hash))
  vi.mocked(verify).mockImplementation(counted(real.verify))
  const kept = await hashPassword(password)
  const works = Array.from({ length: 6 }, () => [hashPassword(password), verifyPassword(kept, password)])
  await Promise.all(works.flat())
  expect(seen).toEqual({ running: 0, most: hashing.atOnce })
})

it('after a hash its place rests for as long as the hash took, so that many log-ins leave half of their cores free', async () => {
  const real = await vi.importActual<typeof import('@node-rs/argon2')>('@node-rs/argon2')
  const spans: { begun: number; ended: number }[] = []
  vi.mocked(hash).mockImplementation(async () => {
    const begun = performance.now()
    const hashed = await real.hash(password)
    spans.push({ begun, ended: performance.now() })
    return hashed
  })
  await Promise.all(Array.from({ length: 12 }, () => hashPassword(password)))
  const lengths = spans.map(({ begun, ended }) => ended - begun)
  const taken = lengths.reduce((sum, length) => sum + length, 0)
  const whole = Math.max(...spans.map(({ ended }) => ended)) - Math.min(...spans.map(({ begun }) => begun))
  // The last hash of each place has no rest after it. A timer may be a millisecond early.
  const atLeast = 2 * taken - hashing.atOnce * Math.max(...lengths) - spans.length
  expect(whole * hashing.atOnce).toBeGreaterThanOrEqual(atLeast)
})

it('a registration and an order read the versions of the documents that they record, and not their texts', async () => {
  vi.mocked(hash).mockResolvedValue('a hash')
  const sent = noteStatements()
  await order(await newcomer(server))
  const ofDocuments = sent.allBut().filter(({ text }) => text.includes('legal_texts'))
  sent.stop()
  expect(ofDocuments.length).toBeGreaterThan(0)
  expect(ofDocuments.filter(({ text }) => text.includes('content_html'))).toEqual([])
})
