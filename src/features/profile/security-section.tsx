import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { signOutEverywhere } from '#contract/auth.ts'
import { endSession, listSessions, type SignedInDevice } from '#contract/session.ts'
import { serverNow } from '../../http/server-clock.ts'
import { isAbsent } from '../../http/api-error.ts'
import { recentMoment } from '../../messages/formats.ts'
import { securityTexts } from '../../messages/profile.ts'
import { callSentence } from './call-sentence.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { leaveAccount } from '../../session/sign-out.ts'
import { Button } from '../../ui/button/button.tsx'
import { openModal } from '../../ui/modal/modal-store.ts'
import { Actions, Modal } from '../../ui/modal/modal.tsx'
import { Failure, Notice, StatusNotice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text.tsx'
import dialogStyles from './dialog.module.css'
import { ProfileSection } from './profile-section.tsx'
import styles from './signed-in-devices.module.css'

export function SecuritySection() {
  const [isEnding, setEnding] = useState(false)
  return (
    <ProfileSection title={securityTexts.title}>
      <Actions>
        <Button variant="border" onClick={() => openModal({ kind: 'changePassword' })}>
          {securityTexts.changePassword}
        </Button>
        <Button variant="border" onClick={() => setEnding(true)}>
          {securityTexts.endSessions}
        </Button>
      </Actions>
      <SignedInDevices />
      {isEnding && <EndSessionsDialog onClose={() => setEnding(false)} />}
    </ProfileSection>
  )
}

/** The signed-in browsers. Fetched at each opening of the cabinet, because another browser may have signed in since. */
const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await sessionRequest(listSessions, {}, { signal })).results,
  staleTime: 0,
  gcTime: 0,
})

/** The signed-in browsers, each with its own sign-out. Nothing where the server keeps no such list. */
function SignedInDevices() {
  const client = useQueryClient()
  const { data: devices, error, isPending, refetch } = useQuery(sessionsQuery)
  const list = useRef<HTMLUListElement>(null)
  const [ended, setEnded] = useState<SignedInDevice | null>(null)
  const ending = useMutation({
    mutationFn: ({ id }: SignedInDevice) => sessionRequest(endSession, { body: { id } }),
    onMutate: () => setEnded(null),
    onSuccess: (_, device) => {
      client.setQueryData(sessionsQuery.queryKey, (rows) => rows?.filter(({ id }) => id !== device.id))
      setEnded(device)
      // The pressed button has disappeared.
      list.current?.focus()
    },
  })
  if (isPending || isAbsent(error)) return null
  return (
    <div className={styles.part}>
      <Text as="h4" variant="large">
        {securityTexts.devices}
      </Text>
      {error && devices === undefined && (
        <Failure onRetry={() => void refetch()}>{callSentence(error, securityTexts.devicesFailed)}</Failure>
      )}
      {devices && (
        <>
          <Text tone="soft">{securityTexts.devicesLead}</Text>
          <StatusNotice>{ended && securityTexts.sessionEnded(nameOf(ended))}</StatusNotice>
          {ending.error && <Notice tone="danger">{callSentence(ending.error, securityTexts.endSessionFailed)}</Notice>}
          <ul ref={list} tabIndex={-1} className={styles.list} aria-label={securityTexts.devices}>
            {devices.map((device) => (
              <Device
                key={device.id}
                device={device}
                pending={ending.isPending && ending.variables.id === device.id}
                onEnd={() => !ending.isPending && ending.mutate(device)}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

interface DeviceProps {
  device: SignedInDevice
  pending: boolean
  onEnd: () => void
}

function Device({ device, pending, onEnd }: DeviceProps) {
  const when = recentMoment(Date.parse(device.used_at), serverNow())
  return (
    <li className={styles.device}>
      <div>
        <Text className={styles.name}>{nameOf(device)}</Text>
        <Text tone="soft">{device.is_current ? securityTexts.thisDevice : securityTexts.lastUsed(when)}</Text>
      </div>
      {!device.is_current && (
        <Button
          variant="border"
          size="small"
          pending={pending}
          aria-label={securityTexts.endSessionOn(nameOf(device), when)}
          onClick={onEnd}
        >
          {securityTexts.endSession}
        </Button>
      )}
    </li>
  )
}

const nameOf = ({ device }: SignedInDevice) => device || securityTexts.unknownDevice

/** Asks before every browser, this one included, is signed out. */
function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sessionRequest(signOutEverywhere, {}),
    onSuccess: () => leaveAccount('sessions-ended'),
  })
  return (
    <Modal title={securityTexts.endSessions} width="560px" height="fit-content" onClose={onClose}>
      <div className={dialogStyles.content}>
        <Text>{securityTexts.endSessionsLead}</Text>
        {error && <Notice tone="danger">{callSentence(error, securityTexts.endSessionsFailed)}</Notice>}
        <Actions>
          <Button pending={isPending} onClick={() => mutate()}>
            {securityTexts.endSessionsAct}
          </Button>
          <Button variant="tertiary" onClick={onClose}>
            {securityTexts.stay}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}
