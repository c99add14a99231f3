import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionHours } from '../features/staff/staff-session.ts'

/**
 * The cookie of a session: no script reads it, no other site's page sends it, and with the `__Host-` prefix no subdomain can set
 * it (RFC 6265bis). A local office has plain http, where browsers refuse that prefix.
 */
export class StaffCookie {
  readonly #isSecure: boolean

  constructor(isSecure: boolean) {
    this.#isSecure = isSecure
  }

  get #name(): string {
    return this.#isSecure ? '__Host-staff' : 'staff'
  }

  /** The secret of a call's session, or null. A header that has two of them has none: another page may have planted one. */
  read({ headers: { cookie = '' } }: FastifyRequest): string | null {
    const prefix = `${this.#name}=`
    const found = cookie
      .split(';')
      .map((each) => each.trim())
      .filter((each) => each.startsWith(prefix))
    const value = found[0]?.slice(prefix.length)
    return found.length === 1 && value !== undefined && /^[\w-]{20,100}$/.test(value) ? value : null
  }

  give(reply: FastifyReply, token: string): void {
    this.#set(reply, token, sessionHours * 3600)
  }

  take(reply: FastifyReply): void {
    this.#set(reply, '', 0)
  }

  #set(reply: FastifyReply, value: string, seconds: number): void {
    const secure = this.#isSecure ? '; Secure' : ''
    reply.header('set-cookie', `${this.#name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`)
  }
}
