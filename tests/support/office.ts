import type { FastifyInstance } from 'fastify'
import { generate } from 'otplib'
import type { StaffRole } from '#contract/staff/roles.ts'
import { acceptInvitation, invite, openInvitation } from '../../server/features/staff/invite.ts'
import { buildOffice } from '../../server/office/build-office.ts'
import { beginSession } from '../../server/features/staff/staff-session.ts'
import type { TestServer } from './build-server.ts'
import type { Reply } from './person.ts'

export interface TestOffice {
  app: FastifyInstance
  server: TestServer
  /** Where it listens. */
  origin: string
  /** The origin of its pages: passkeys need a name. */
  pageOrigin: string
  close(): Promise<void>
}

/** Starts the back office of a test server on a free port of its own. */
export async function startOffice(server: TestServer): Promise<TestOffice> {
  const app = await buildOffice(server.services, { host: '127.0.0.1', port: 0, origin: null })
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, server, origin, pageOrigin: origin.replace('127.0.0.1', 'localhost'), close: () => app.close() }
}

/** Somebody's browser at the back office, over real HTTP. */
export class Staff {
  /** The cookie's secret; null before a sign-in. */
  token: string | null = null
  /** What the browser says of the page that calls; null: it says nothing. */
  pageOrigin: string | null
  office: TestOffice

  constructor(office: TestOffice) {
    this.office = office
    this.pageOrigin = office.pageOrigin
  }

  async call<Body = any>(method: string, path: string, body?: unknown): Promise<Reply<Body>> {
    const response = await fetch(this.office.origin + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.pageOrigin !== null && { origin: this.pageOrigin }),
        ...(this.token !== null && { cookie: `staff=${this.token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const given = /^staff=([\w-]*)/.exec(response.headers.get('set-cookie') ?? '')
    if (given !== null) this.token = given[1] === '' ? null : given[1]!
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
  post = <Body = any>(path: string, body: unknown = {}) => this.call<Body>('POST', path, body)
}

export const staffPassword = 'дуже-довгий-пароль-кабінету-7'

export interface Member {
  staff: Staff
  id: string
  email: string
  /** The secret of the authenticator app. */
  secret: string
  recoveryCodes: string[]
}

/** Somebody who was invited with this role, has accepted, and is signed in. */
export async function member(office: TestOffice, role: StaffRole, name = 'О. Оператор'): Promise<Member> {
  const email = `${crypto.randomUUID()}@staff.example`
  const { services } = office.server
  const { token, member: row } = await services.db.transaction((tx) => invite(tx, { email, name, role }))
  const { totp_secret: secret } = await openInvitation(services, token)
  const code = await codeOf(secret, -1)
  const accepted = await acceptInvitation(services, { token, password: staffPassword, code, device: 'tests' })
  const staff = new Staff(office)
  staff.token = accepted.session
  return { staff, id: row.id, email, secret, recoveryCodes: accepted.recoveryCodes }
}

/** Another signed-in browser of this person, without a code. */
export async function anotherBrowser({ staff: { office }, id }: Member): Promise<Staff> {
  const staff = new Staff(office)
  staff.token = await beginSession(office.server.services.db, id, 'another')
  return staff
}

/** The app's code now, or so many half minutes away: a code works once, and one half minute each way is accepted. */
export const codeOf = (secret: string, halfMinutesAway = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * halfMinutesAway })
