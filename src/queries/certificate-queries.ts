import { queryOptions } from '@tanstack/react-query'
import { type Certificate, listCertificates, readCertificate, setCertificate } from '#contract/certificate.ts'
import { whereKnown } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'

/** A person's valid certificates; none from a server without this call. */
export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(listCertificates, {}, { signal }), { results: [] }),
})

/** The state of an attempt's certificate; null from a server without this call. */
export const certificateQuery = (attemptId: string) =>
  queryOptions({
    queryKey: ['certificate', attemptId],
    queryFn: ({ signal }) =>
      whereKnown<Certificate | null>(sessionRequest(readCertificate, { params: { id: attemptId } }, { signal }), null),
  })

/** Opens or closes the certificate's page; resolves to its new state. */
export const sendCertificate = (attemptId: string, open: boolean): Promise<Certificate> =>
  sessionRequest(setCertificate, { params: { id: attemptId }, body: { open } })
