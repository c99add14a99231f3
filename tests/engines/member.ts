import { randomUUID } from 'node:crypto'
import { registration } from '../support/person.ts'

/** A registered person who owns a free test of six questions and has it open in no browser. */
export interface Member {
  tokens: { access: string; refresh: string; user_id: string }
  purchaseId: string
  results(): Promise<unknown[]>
}

export const freeTest = 'verbalnij-proba'

export async function newMember(site: string): Promise<Member> {
  const form = registration()
  const { access, refresh, user_id } = await call(site, 'POST', '/api/auth/register/', null, form)
  const order = { test_id: freeTest, idempotency_key: randomUUID() }
  const { purchase_id } = await call(site, 'POST', '/api/purchases/', access, order)
  return {
    tokens: { access, refresh, user_id },
    purchaseId: purchase_id,
    results: async () => (await call(site, 'GET', `/api/test-results/${purchase_id}/`, access)).results,
  }
}

async function call(site: string, method: string, path: string, access: string | null, body?: object) {
  const response = await fetch(site + path, {
    method,
    headers: { 'content-type': 'application/json', ...(access !== null && { authorization: `Bearer ${access}` }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}
