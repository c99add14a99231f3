import { queryOptions } from '@tanstack/react-query'
import { type Certificate, listCertificates, readCertificate, setCertificate } from '#contract/certificate.ts'
import { whereKnown } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'

/** A person's certificates that hold; none from a server that gives none. */
export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(listCertificates, {}, { signal }), { results: [] }),
})

/** The state of the certificate of an attempt; null from a server that gives none. */
export const certificateQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['certificate', attemptId],
    queryFn: ({ signal }) =>
      whereKnown<Certificate | null>(sessionRequest(readCertificate, { params: { id: attemptId } }, { signal }), null),
  })

/** Opens the certificate's page, or closes it; resolves to its state then. */
export const sendCertificate = (attemptId: string, open: boolean): Promise<Certificate> =>
  sessionRequest(setCertificate, { params: { id: attemptId }, body: { open } })
