// A lazy boundary: loaded when it is opened.
import { soon } from '../../../concurrency/with-timeout.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Certificate } from '#contract/certificate.ts'
import { iqNamed, rangeNamed } from '#contract/iq-named.ts'
import { certificateTexts } from '../../../messages/share.ts'
import { failureSentence } from '../../../messages/messages.ts'
import { date, lastMoment } from '../../../messages/formats.ts'
import { resultTexts } from '../../../messages/result.ts'
import { Actions, Modal } from '../../../ui/modal/modal.tsx'
import { Button, buttonClass } from '../../../ui/button/button.tsx'
import { Failure } from '../../../ui/notice.tsx'
import { Loading } from '../../../ui/page.tsx'
import { Text } from '../../../ui/text.tsx'
import { certificateQuery, certificatesQuery, sendCertificate } from '../../../queries/certificate-queries.ts'
import type { Shareable } from './shareable.ts'
import styles from './share.module.css'

export function CertificateCard({ shareable }: { shareable: Shareable }) {
  const { attemptId, score, submittedAt } = shareable
  const { data, error, isPending, refetch } = useQuery(certificateQuery(attemptId))
  if (isPending) return <Loading />
  if (data === undefined) {
    return <Failure onRetry={() => void refetch()}>{failureSentence(error, certificateTexts.loadFailed)}</Failure>
  }
  return (
    <section className={styles.card} aria-label={certificateTexts.title}>
      {data !== null && submittedAt !== null && (
        <Text>{certificateTexts.ofExam(lastMoment(submittedAt), resultTexts.scoreOf(score))}</Text>
      )}
      {data === null && <Text tone="soft">{certificateTexts.unknown}</Text>}
      {data !== null && <OwnCertificate shareable={shareable} certificate={data} isUnsure={error !== null} />}
      {error !== null && <Failure onRetry={() => void refetch()}>{certificateTexts.isUnsure}</Failure>}
    </section>
  )
}

interface OwnCertificateProps {
  shareable: Shareable
  certificate: Certificate
  /** The last read failed, so the certificate may have changed. The page says so. */
  isUnsure: boolean
}

function OwnCertificate({ shareable, certificate, isUnsure }: OwnCertificateProps) {
  const { attemptId } = shareable
  const { open, address, available } = certificate
  const client = useQueryClient()
  const [outcome, setOutcome] = useState('')
  const [isAsking, setAsking] = useState(false)
  const set = useMutation({
    mutationFn: (shallOpen: boolean) => sendCertificate(attemptId, shallOpen),
    onSuccess: (stands) => {
      client.setQueryData(certificateQuery(attemptId).queryKey, stands)
      void client.invalidateQueries(certificatesQuery)
      setOutcome(outcomeOf(stands))
    },
    // Only the server's reply may be lost. A page with a name on it may be open then, so its state is read again.
    onError: () => client.invalidateQueries(certificateQuery(attemptId)),
  })
  const isDoneUnheard = set.error !== null && set.variables === open
  const copy = async () => {
    setOutcome('')
    try {
      await soon(navigator.clipboard.writeText(address ?? ''))
      setOutcome(certificateTexts.copied)
    } catch {
      setOutcome(certificateTexts.copyFailed)
    }
  }
  return (
    <>
      <p role="status" className={styles.outcome}>
        {isDoneUnheard ? outcomeOf(certificate) : outcome}
      </p>
      {open ? (
        <p className={styles.address}>{address}</p>
      ) : (
        <BeforeOpening certificate={certificate} shareable={shareable} />
      )}
      <div className={styles.ways}>
        {open && <Button onClick={() => void copy()}>{certificateTexts.copy}</Button>}
        {open && (
          <a
            className={buttonClass({ variant: 'border' })}
            href={address ?? undefined}
            target="_blank"
            rel="noreferrer"
          >
            {certificateTexts.visit}
          </a>
        )}
        {/* One button for both acts keeps the focus after a press. */}
        {(open || available) && (
          <Button
            variant={open ? 'danger' : 'primary'}
            pending={set.isPending}
            onClick={() => (open ? setAsking(true) : set.mutate(true))}
          >
            {open ? certificateTexts.close : openingOf(certificate)}
          </Button>
        )}
      </div>
      {isAsking && (
        <AskToClose
          onClose={() => setAsking(false)}
          onAct={() => {
            setAsking(false)
            set.mutate(false)
          }}
        />
      )}
      {set.error !== null && !isDoneUnheard && !isUnsure && (
        <Failure>{failureSentence(set.error, certificateTexts.setFailed)}</Failure>
      )}
    </>
  )
}

function AskToClose({ onClose, onAct }: { onClose: () => void; onAct: () => void }) {
  return (
    <Modal title={certificateTexts.closeAsk} width="560px" height="fit-content" onClose={onClose}>
      <div className={styles.ask}>
        <Text>{certificateTexts.closeMeans}</Text>
        <Actions>
          <Button variant="danger" onClick={onAct}>
            {certificateTexts.closeAct}
          </Button>
          <Button variant="tertiary" onClick={onClose}>
            {certificateTexts.closeNot}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}

const outcomeOf = ({ open }: Certificate) => (open ? certificateTexts.isOpen : certificateTexts.isClosed)
const openingOf = ({ outdated }: Certificate) => (outdated ? certificateTexts.openAgain : certificateTexts.open)

function BeforeOpening({ certificate, shareable }: { certificate: Certificate; shareable: Shareable }) {
  const { available, outdated, name } = certificate
  if (!available) return <Text tone="soft">{certificateTexts.unavailable}</Text>
  return (
    <>
      {outdated && <Text>{certificateTexts.outdated}</Text>}
      <Preview name={name} shareable={shareable} />
      <Text tone="soft">{certificateTexts.what}</Text>
      <Text tone="soft">{certificateTexts.says(name)}</Text>
    </>
  )
}

/** The part of the page that anybody with the address will see first. */
function Preview({ name, shareable: { testTitle, score, submittedAt } }: { name: string; shareable: Shareable }) {
  return (
    <figure className={styles.preview} aria-label={certificateTexts.preview}>
      {name !== '' && <p className={styles.name}>{name}</p>}
      {testTitle !== null && <p>{testTitle}</p>}
      <p className={styles.iq}>{`IQ ${iqNamed(score)}`}</p>
      <p>{rangeNamed(score)}</p>
      {submittedAt !== null && <p className={styles.day}>{date(submittedAt)}</p>}
    </figure>
  )
}
