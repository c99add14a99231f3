import { isMissing } from './api-error.ts'

/** What a server that knows nothing of a thing would list of it. */
export const emptyList = { count: 0, results: [] }

/** The reply to a call that only our server has; elsewhere, where it answers 404, `instead`: its feature is absent, not broken. */
export async function whereKnown<Reply>(call: Promise<Reply>, instead: NoInfer<Reply>): Promise<Reply> {
  try {
    return await call
  } catch (error) {
    if (isMissing(error)) return instead
    throw error
  }
}
