import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { ApiError } from '../src/http/api-error.ts'
import { type AskOffice, askOffice, sessionKey } from './ask-office.ts'
import { ProofDialog } from './proof-dialog.tsx'

const AskContext = createContext<AskOffice>(askOffice)

/**
 * `askOffice` that asks for the code again where the server wants it, and then repeats the call. A session that ended leads to
 * the sign-in.
 */
export const useAsk = (): AskOffice => useContext(AskContext)

interface Waiting {
  proven: () => void
  refused: (error: unknown) => void
}

export function AskProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const prove = useCallback(
    () => new Promise<void>((resolve, reject) => setWaiting({ proven: resolve, refused: reject })),
    [],
  )
  const ask = useMemo<AskOffice>(
    () => async (endpoint, input) => {
      try {
        return await askOffice(endpoint, input)
      } catch (error) {
        if (codeOf(error) === 'not_authenticated') client.setQueryData(sessionKey, null)
        if (codeOf(error) !== 'proof_needed') throw error
        await prove()
        return askOffice(endpoint, input)
      }
    },
    [client, prove],
  )
  return (
    <AskContext value={ask}>
      {children}
      {waiting !== null && (
        <ProofDialog
          onProven={() => {
            setWaiting(null)
            waiting.proven()
          }}
          onClose={() => {
            setWaiting(null)
            waiting.refused(new Error('the person closed the dialog'))
          }}
        />
      )}
    </AskContext>
  )
}

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined)
