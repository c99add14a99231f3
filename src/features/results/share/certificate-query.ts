import { queryOptions } from '@tanstack/react-query'
import { type Certificate, readCertificate, setCertificate } from '#contract/certificate.ts'
import { isMissing } from '../../../http/api-error.ts'
import { sessionRequest } from '../../../session/session-request.ts'

/** The state of the certificate of an attempt; null from a server that gives none. */
export const certificateQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['certificate', attemptId],
    queryFn: async ({ signal }): Promise<Certificate | null> => {
      try {
        return await sessionRequest(readCertificate, { params: { id: attemptId } }, { signal })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })

/** Opens the certificate's page, or closes it; resolves to its state then. */
export const sendCertificate = (attemptId: string, open: boolean): Promise<Certificate> =>
  sessionRequest(setCertificate, { params: { id: attemptId }, body: { open } })
