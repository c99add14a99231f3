import { queryOptions } from '@tanstack/react-query'
import { listCertificates } from '#contract/certificate.ts'
import { whereKnown } from '../http/api-error.ts'
import { sessionRequest } from '../session/session-request.ts'

/** A person's certificates that hold; none from a server that gives none. */
export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) => whereKnown(sessionRequest(listCertificates, {}, { signal }), { results: [] }),
})
