import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/certificate.ts'
import { type Failure, notFound } from '../../failure.ts'
import type { PlainDocument, PlainLook } from '../../html/plain-page.ts'
import { serve } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { addressOf, type CertificateDocument, certificatePath, readAddress } from './certificate-address.ts'
import { certificateLook } from './certificate-look.ts'
import { certificatePage, failedPage, withdrawnPage } from './certificate-page.ts'
import { type Certificate, findCertificate, type Withdrawal } from './certificate-validity.ts'
import { listCertificates } from './list-certificates.ts'
import { closeCertificate, openCertificate, readCertificate } from './set-certificate.ts'

/** The certificate of a result: its owner's calls, and the documents that everybody may read who has its address. */
export function registerCertificates(app: FastifyInstance, services: Services): void {
  const { config, credentials, db, publicOrigin } = services
  const look = certificateLook(join(config.projectRoot, 'dist'))
  serve(app, contract.listCertificates, ({ user }) => listCertificates(services, user.id))
  serve(app, contract.readCertificate, ({ params, user }) => readCertificate(services, params.id, user.id))
  serve(app, contract.setCertificate, ({ params, body, user }) =>
    (body.open ? openCertificate : closeCertificate)(services, params.id, user.id),
  )

  app.get('/.well-known/did.json', { schema: { hide: true } }, async (_request, reply) =>
    sendToAnybody(reply, 'application/did+json', await credentials.didDocument()),
  )

  app.get<{ Params: { file: string } }>(
    `${certificatePath}:file`,
    { schema: { hide: true }, config: { documentOf: failureOf } },
    async (request, reply) => {
      reply.header('x-robots-tag', 'noindex, noarchive')
      reply.header('referrer-policy', 'no-referrer')
      const asked = readAddress(request.params.file)
      if (asked === null) throw notFound()
      const certificate = await findCertificate(db, asked.code)
      if (asked.document === 'page') {
        return sendPage(reply, certificate, { address: addressOf(publicOrigin(), asked.code, 'page'), look })
      }
      if ('status' in asked.document) {
        return sendToAnybody(reply, 'application/json', statusOf(asked.code, asked.document.status, certificate))
      }
      if (certificate?.credential == null || certificate.issue !== asked.document.credential) throw notFound()
      return sendToAnybody(reply, 'application/vc', certificate.credential)
    },
  )

  /** Of a page alone: whatever reads the documents beside it reads JSON. */
  function failureOf(failure: Failure, { params }: FastifyRequest): PlainDocument | null {
    if (!(params as { file: string }).file.endsWith('.html')) return null
    return { html: failedPage(failure, look), policy: look.policy }
  }

  /** A 1EdTechRevocationList of one credential: whether this issue is withdrawn, and why. An unknown one is. */
  function statusOf(code: string, issue: number, certificate: Certificate | undefined): object {
    const address = (document: CertificateDocument) => addressOf(publicOrigin(), code, document)
    const isValid = certificate?.withdrawal === null && certificate.issue === issue
    const reason = reasons[certificate?.withdrawal ?? (certificate === undefined ? 'unknown' : 'replaced')]
    return {
      id: address({ status: issue }),
      issuer: credentials.issuer(),
      revokedCredential: isValid
        ? []
        : [{ id: address({ credential: issue }), revoked: true, revocationReason: reason }],
    }
  }
}

const reasons: Record<Withdrawal | 'unknown' | 'replaced', string> = {
  closed: 'Власник відкликав сертифікат.',
  away: 'Обліковий запис власника закрито.',
  refunded: 'Покупку скасовано.',
  'key-void': 'Ключ, яким підписано сертифікат, більше не діє.',
  're-scored': 'Результат перераховано.',
  unwarned: 'Документ не каже, що діапазон оцінки завузький.',
  replaced: 'Видано новий сертифікат за тим самим екзаменом.',
  unknown: 'Такого сертифіката немає.',
}

function sendPage(
  reply: FastifyReply,
  certificate: Certificate | undefined,
  { address, look }: { address: string; look: PlainLook },
): FastifyReply {
  reply
    .header('content-security-policy', look.policy)
    // Closed is closed at once, for everybody.
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
  if (certificate === undefined) return reply.code(404).send(withdrawnPage('unknown', look))
  if (certificate.credential === null) return reply.code(410).send(withdrawnPage(certificate.withdrawal!, look))
  return reply.send(certificatePage(certificate.credential, address, look))
}

/** Verifiers also run in browsers, on pages of any origin. Nothing of it depends on who asks. */
function sendToAnybody(reply: FastifyReply, type: string, document: object): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-store')
    .type(`${type}; charset=utf-8`)
    .send(JSON.stringify(document))
}
