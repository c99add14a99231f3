import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { orders, purchases } from '../../server/db/schema/purchases.ts'
import { tests } from '../../server/db/schema/catalog.ts'
import { users } from '../../server/db/schema/accounts.ts'
import type { TestServer } from './build-server.ts'

export interface Reply<Body> {
  status: number
  body: Body
  text: string
  headers: Headers
}

/** A caller of a server over real HTTP. Replies are returned whatever their status. */
export class Person {
  access: string | null = null
  refresh: string | null = null
  userId: string | null = null
  email: string | null = null
  /** Null: what Node's fetch sends by itself. */
  userAgent: string | null = null
  server: TestServer

  constructor(server: TestServer) {
    this.server = server
  }

  async call<Body = any>(method: string, path: string, body?: unknown): Promise<Reply<Body>> {
    const response = await fetch(this.server.origin + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.userAgent !== null && { 'user-agent': this.userAgent }),
        ...(this.access !== null && { authorization: `Bearer ${this.access}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      body: (isJson ? JSON.parse(text) : null) as Body,
      text,
      headers: response.headers,
    }
  }

  get = <Body = any>(path: string) => this.call<Body>('GET', path)
  post = <Body = any>(path: string, body?: unknown) => this.call<Body>('POST', path, body)
  put = <Body = any>(path: string, body?: unknown) => this.call<Body>('PUT', path, body)
}

export const password = 'дуже-довгий-пароль-7'

export function registration(email = `${randomBytes(6).toString('hex')}@person.example`) {
  return {
    email,
    first_name: 'Оксана',
    last_name: 'Коваль',
    password1: password,
    password2: password,
    consents: [
      { kind: 'offer', accepted: true },
      { kind: 'privacy', accepted: true },
    ],
  }
}

/** Registers a person, with this address or a random one. */
export async function newcomer(server: TestServer, email?: string): Promise<Person> {
  const person = new Person(server)
  const form = registration(email)
  const { body } = await person.post('/api/auth/register/', form)
  person.email = form.email
  person.access = body.access
  person.refresh = body.refresh
  person.userId = body.user_id
  return person
}

/** Confirms the person's address, as the link of their letter does. */
export async function confirmAddress({ services }: TestServer, { userId }: Person): Promise<void> {
  await services.db.update(users).set({ isVerified: true }).where(eq(users.id, userId!))
}

/** Inserts a paid purchase of the test with this slug into the database, and returns its id. */
export async function givePurchase(
  { services }: TestServer,
  person: Person,
  slug = 'logichnij',
  terms: Partial<typeof purchases.$inferInsert> & Partial<Pick<typeof orders.$inferInsert, 'provider'>> = {},
): Promise<string> {
  const { db } = services
  const [test] = await db.select().from(tests).where(eq(tests.slug, slug))
  const [owner] = await db.select().from(users).where(eq(users.id, person.userId!))
  const id = crypto.randomUUID()
  const { provider = 'sandbox', ...ofLine } = terms
  const line = {
    id,
    orderId: id,
    userId: owner!.id,
    testId: test!.id,
    status: 'paid',
    live: true,
    cardTitle: test!.title,
    price: test!.price,
    currency: 'UAH',
    examAttempts: 2,
    validityDays: 365,
    durationMinutes: test!.durationMinutes,
    questionCount: test!.questionCount,
    blueprint: test!.blueprint,
    paidAt: new Date(),
    expiresAt: new Date(Date.now() + 365 * 86_400_000),
    createdAt: new Date(),
    ...ofLine,
  }
  const { userId, status, price, currency, createdAt } = line
  const idempotencyKey = randomBytes(8).toString('hex')
  await db.insert(orders).values({ id, userId, status, price, currency, createdAt, idempotencyKey, provider })
  await db.insert(purchases).values(line)
  return id
}
