import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sendFromWindow } from '../../../attempt/control/calls.ts'
import { withTimeout } from '../../../concurrency/with-timeout.ts'
import { buildOfPage } from '../../../pwa/build-of-page.ts'
import { requestDelivery } from '../../../concurrency/wake.ts'
import { currentUserId } from '../../../session/session-state.ts'
import { deliverPractice } from './deliver-practices.ts'
import { onLogChange, type PracticeName, readLog } from './practice-log.ts'

/** How long a person waits for the server where the answer can be judged without it. */
const serverTimeoutMs = 2_500

/** The current log of a practice, and how to read it at once; undefined until it is read, or where no practice is known yet. */
export function usePracticeLog(of: Omit<PracticeName, 'attemptId'> & { attemptId: string | undefined }) {
  const { ownerId, purchaseId, attemptId = '' } = of
  const { data, refetch } = useQuery({
    queryKey: ['practice-log', ownerId, attemptId],
    queryFn: () => readLog({ ownerId, purchaseId, attemptId }),
    enabled: attemptId !== '',
    staleTime: 0,
    gcTime: 0,
  })
  useEffect(() => (attemptId === '' ? undefined : onLogChange(() => void refetch())), [attemptId, refetch])
  return { log: data, readAgain: refetch }
}

/** Tries to bring to the server what waits of this practice, for a moment; what does not go now goes by itself later. */
export async function deliverSoon(of: PracticeName): Promise<void> {
  const log = await readLog(of)
  const delivery = { send: sendFromWindow, ownerId: currentUserId, build: buildOfPage() }
  const isSettled = await withTimeout(deliverPractice(log, delivery), serverTimeoutMs).catch(() => false)
  if (!isSettled) requestDelivery()
}
