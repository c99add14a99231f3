import type { EndpointInput, EndpointReply } from '#contract/endpoint.ts'
import type { StaffEndpoint } from '#contract/staff/staff-endpoint.ts'
import { ApiError } from '../src/http/api-error.ts'
import { request } from '../src/http/request.ts'
import { officeTexts } from './office-texts.ts'

/** Milliseconds. An act may wait for a bank, which the server gives ten seconds. */
const timeout = 30_000

/** Sends one call of the back office by the cookie. Throws ApiError for every failure. */
export const askOffice = <E extends StaffEndpoint>(endpoint: E, input: EndpointInput<E>): Promise<EndpointReply<E>> =>
  request(endpoint, input, { timeout })

/** The query of the signed-in person: null for nobody. */
export const sessionKey = ['session'] as const

export type AskOffice = typeof askOffice

/** The sentence of a failed call. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Error && error.name === 'NotAllowedError') return officeTexts.passkeyClosed
  if (!(error instanceof ApiError)) return officeTexts.notDone
  if (error.kind !== 'reply') return officeTexts.noNetwork
  return error.detail ?? officeTexts.notDone
}
