import './zod-jitless.ts'
import * as z from 'zod/mini'

/**
 * Every error code of this product's server. A code is the stable name of a failure: clients decide by it, people read
 * `detail` (Ukrainian). Another server may send other codes, so the client never insists on this list.
 */
export const errorCodes = [
  'bad_json',
  'bad_url',
  'bad_request',
  'request_timeout',
  'headers_too_large',
  'body_too_large',
  'unsupported_media_type',
  'validation_failed',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'too_many_trainings',
  'too_many_starts',
  'too_many_orders',
  'overloaded',
  'stored_unreadable',
  'internal_error',
  'not_authenticated',
  'token_expired',
  'token_revoked',
  'token_superseded',
  'invalid_credentials',
  'account_inactive',
  'account_closed',
  'email_taken',
  'weak_password',
  'unknown_edition',
  'wrong_password',
  'password_proof_missing',
  'reset_link_invalid',
  'link_invalid',
  'sign_in_code_invalid',
  'foreign_purchase',
  'purchase_not_paid',
  'purchase_expired',
  'purchase_open',
  'order_closed',
  'bundle_overlaps',
  'money_held',
  'price_changed',
  'promo_invalid',
  'already_owned',
  'payment_rejected',
  'no_open_attempt',
  'no_attempts_left',
  'refund_decided',
  'attempt_not_started',
  'exam_over',
  'pause_unavailable',
  'too_many_pauses',
  'no_pause_left',
  'pause_unknown',
  'ticket_invalid',
  'stale_epoch',
  'unknown_question',
  'invalid_answer',
  'too_many_changes',
  'unknown_kind',
  'no_mistakes',
  'practice_over',
  'trial_outdated',
  'trial_claimed',
  'already_graded',
  'submission_mismatch',
  'submission_key_unknown',
  'idempotency_mismatch',
  'exam_build_failed',
  'certificate_unavailable',
  'result_letter_unavailable',
  'email_unconfirmed',
  'role_forbidden',
  'proof_needed',
  'act_refused',
  'foreign_origin',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * The body of every failed call. `fields` maps a form field's name to its sentence; `result_url` leads to an existing result.
 * `message` repeats `detail`, for the call whose failures the specification describes by that name.
 */
export const ErrorBody = z.object({
  detail: z.string(),
  code: z.string(),
  status_code: z.number(),
  message: z.optional(z.string()),
  fields: z.optional(z.record(z.string(), z.string())),
  result_url: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
