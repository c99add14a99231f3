import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { endSession, listSessions, type SignedInDevice } from '#contract/session.ts'
import { isAbsent } from '../../http/is-absent.ts'
import { recentMoment } from '../../messages/formats.ts'
import { securityTexts } from '../../messages/profile.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Button } from '../../ui/button/button.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Notice } from '../../ui/notice.tsx'
import { StatusNotice } from '../../ui/status-notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import { callSentence } from './call-sentence.ts'
import styles from './signed-in-devices.module.css'

/** The browsers that are signed in. Asked for at each opening of the cabinet: another one may have come since. */
const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await sessionRequest(listSessions, {}, { signal })).results,
  staleTime: 0,
  gcTime: 0,
})

/** Where the person is signed in, each to be signed out by itself. A server that keeps no such list has no such part. */
export function SignedInDevices() {
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
      // The button that was pressed has gone.
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
  const when = recentMoment(Date.parse(device.used_at))
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
