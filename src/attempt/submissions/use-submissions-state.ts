import { useSyncExternalStore } from 'react'
import { type SubmissionsState, submissionsState, subscribeSubmissions } from '../sync/submissions-state.ts'

/** What the signed-in person has submitted that the server has not taken yet. */
export function useSubmissionsState(): SubmissionsState {
  return useSyncExternalStore(subscribeSubmissions, submissionsState)
}
