import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as contract from '#contract/certificate.ts'
import { sendResultLetter as resultLetter } from '#contract/result.ts'
import { type Failure, notFound } from '../../failure.ts'
import type { PlainDocument, PlainLook } from '../../html/plain-page.ts'
import { serve } from '../../http/serve.ts'
import type { Draft } from '../../load/made-once.ts'
import { networkOf } from '../../load/rate-limits.ts'
import type { Services } from '../../services.ts'
import { addressOf, type CertificateDocument, certificatePath, readAddress } from './certificate-address.ts'
import { whichKey } from './certificate-facts.ts'
import { certificateLook } from './certificate-look.ts'
import { certificatePage, failedPage, renamed, withdrawnPage } from './certificate-page.ts'
import { createPictures } from './certificate-picture.ts'
import { type Certificate, certificatesOf, findCertificate, type Withdrawal } from './certificate-validity.ts'
import { nameOn, saidIn } from './make-credential.ts'
import { sendResultLetter } from './send-result-letter.ts'
import { closeCertificate, openCertificate, readCertificate } from './set-certificate.ts'

/** Certificates of results: calls of their owners, and documents for everybody who has the address. */
export function registerCertificates(app: FastifyInstance, services: Services): void {
  const { config, credentials, db, publicOrigin } = services
  const look = certificateLook(join(config.projectRoot, 'dist'))
  const drawPicture = createPictures(config.projectRoot)
  serve(app, contract.listCertificates, ({ user }) => listCertificates(services, user.id))
  serve(app, contract.readCertificate, ({ params, user }) => readCertificate(services, params.id, user.id))
  serve(app, contract.setCertificate, ({ params, body, user }) =>
    (body.open ? openCertificate : closeCertificate)(services, params.id, user.id),
  )
  serve(app, resultLetter, ({ params, user, request }) =>
    sendResultLetter(services, params.id, { userId: user.id, ip: request.ip }),
  )

  app.get('/.well-known/did.json', { schema: { hide: true } }, (_request, reply) =>
    app.madeOnce.send(reply, { key: 'did.json' }, async () =>
      forAnybody('application/did+json', await credentials.didDocument()),
    ),
  )

  app.get<{ Params: { file: string } }>(
    `${certificatePath}:file`,
    { schema: { hide: true }, config: { documentOf: failureOf } },
    (request, reply) => {
      reply.header('x-robots-tag', 'noindex, noarchive')
      reply.header('referrer-policy', 'no-referrer')
      const asked = readAddress(request.params.file)
      if (asked === null) throw notFound()
      // Never cached: a closed or erased certificate is gone at the next look.
      return app.madeOnce.sendShared(reply, request.params.file, () => draw(asked, networkOf(request.ip)))
    },
  )

  async function draw(
    { code, document }: { code: string; document: CertificateDocument },
    network: string,
  ): Promise<Draft> {
    const certificate = await findCertificate(db, code)
    if (document === 'page') return drawPage(certificate, { address: addressOf(publicOrigin(), code, 'page'), look })
    if ('picture' in document) {
      if (certificate?.credential == null || certificate.issue !== document.picture) throw notFound()
      return { body: await drawPicture(certificate.credential, network), type: 'image/png', headers: forAnyOrigin }
    }
    if ('status' in document) return forAnybody('application/json', statusOf(code, document.status, certificate))
    if (certificate?.credential == null || certificate.issue !== document.credential) throw notFound()
    return forAnybody('application/vc', certificate.credential)
  }

  /** Only for the page: programs that read the other documents expect JSON. */
  function failureOf(failure: Failure, { params }: FastifyRequest): PlainDocument | null {
    if (!(params as { file: string }).file.endsWith('.html')) return null
    return { html: failedPage(failure, look), policy: look.policy }
  }

  /** A 1EdTechRevocationList of one credential: whether this issue is withdrawn, and why. An unknown issue is withdrawn. */
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

function drawPage(
  certificate: Certificate | undefined,
  { address, look }: { address: string; look: PlainLook },
): Draft {
  const page = (status: number, body: string): Draft => ({
    status,
    body,
    type: 'text/html; charset=utf-8',
    // A closed page is closed immediately, for everybody.
    headers: { 'content-security-policy': look.policy, 'cache-control': 'no-store' },
  })
  if (certificate === undefined) return page(404, withdrawnPage('unknown', look))
  if (certificate.credential === null) return page(410, withdrawnPage(certificate.withdrawal!, look))
  const picture = address.replace(/\.html$/, `.${certificate.issue}.png`)
  return page(200, certificatePage(certificate.credential, { address, picture }, look))
}

/** Verifiers also run in browsers, on pages of any origin. The reply does not depend on the caller. */
function forAnybody(type: string, document: object): Draft {
  return {
    body: JSON.stringify(document),
    type: `${type}; charset=utf-8`,
    headers: forAnyOrigin,
  }
}

const forAnyOrigin = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-store',
}

/** A person's valid certificates, read from their signed documents. */
async function listCertificates(
  { db, publicOrigin }: Pick<Services, 'db' | 'publicOrigin'>,
  userId: string,
): Promise<{ results: contract.HeldCertificate[] }> {
  const certificates = await certificatesOf(db, userId)
  return {
    results: certificates.map(({ attemptId, code, issuedAt, credential }) => ({
      attempt_id: attemptId,
      address: addressOf(publicOrigin(), code, 'page'),
      issued_at: issuedAt.toISOString(),
      taken_at: credential!.awardedDate,
      test: credential!.name,
      name: nameOn(credential!),
      iq: saidIn(credential!, 'iq'),
      interval: renamed(saidIn(credential!, 'interval')),
      which: saidIn(credential!, whichKey),
    })),
  }
}
