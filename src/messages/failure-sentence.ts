import { messages } from './messages.ts'

interface FailedCall {
  kind: 'reply' | 'network' | 'html' | 'contract'
  detail?: string | undefined
}

/** What a person reads when a page comes in place of data (S8.10). */
export const htmlInsteadOfData = 'Замість даних сервер надіслав сторінку. Спробуйте ще раз за хвилину.'
/** The same of a poll, which goes on by itself (S8.10). */
export const pageInPlace =
  'Замість даних сервер надіслав сторінку. Питаємо далі самі; якщо ви в мережі готелю чи кафе, можливо, у ній треба спершу увійти.'

/**
 * The sentence for a failed call: the server's own, that of a lost network, or `fallback`. Some calls of the
 * specification name the lost network in Russian: they pass `network`.
 */
export function failureSentence(error: unknown, fallback: string, network: string = messages.network): string {
  if (!isFailedCall(error)) return fallback
  if (error.kind === 'network') return network
  if (error.kind === 'html') return htmlInsteadOfData
  return error.detail ?? fallback
}

function isFailedCall(error: unknown): error is FailedCall {
  return error instanceof Error && 'kind' in error && typeof error.kind === 'string'
}
