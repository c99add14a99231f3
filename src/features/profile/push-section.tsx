import { useEffect, useState, useSyncExternalStore } from 'react'
import { type PushKind, pushKinds } from '#contract/push.ts'
import { isAbsent } from '../../http/is-absent.ts'
import { noticeTexts } from '../../messages/delivery-notice.ts'
import { allowDeliveryNotice, subscribeDeliveryNotice } from '../../attempt/submissions/delivery-notice.ts'
import { type PushSupport, pushSupport } from '../../push/push-support.ts'
import { currentPushes, turnOffPushes, turnOnPushes } from '../../push/subscription.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { focusTitle } from '../../ui/text/focus-title.ts'
import { Text } from '../../ui/text/text.tsx'
import { ProfileSection } from './profile-section.tsx'
import styles from './profile-section.module.css'

const sentences: Record<Exclude<PushSupport, 'ready'>, string> = {
  unsupported: noticeTexts.unsupported,
  'needs-install': noticeTexts.needsInstall,
  blocked: noticeTexts.blocked,
}
const unsupported = (): PushSupport => 'unsupported'

/** The notifications of this browser while the site is closed: asked for by a press, each kind switched by itself. */
export function PushSection() {
  const support = useSyncExternalStore(subscribeDeliveryNotice, pushSupport, unsupported)
  return (
    <ProfileSection title={noticeTexts.title}>
      {support === 'ready' ? (
        <Switches />
      ) : (
        <div role="status">
          <Text tone="soft">{sentences[support]}</Text>
        </div>
      )}
    </ProfileSection>
  )
}

function Switches() {
  /** The kinds that are shown here; null: none; undefined: not known yet. */
  const [kinds, setKinds] = useState<readonly PushKind[] | null>()
  const [word, setWord] = useState<{ tone: 'success' | 'danger' | 'soft'; text: string } | null>(null)
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    let isCurrent = true
    currentPushes().then(
      (row) => isCurrent && setKinds(row?.kinds ?? null),
      () => isCurrent && setKinds(null),
    )
    return () => {
      isCurrent = false
    }
  }, [])

  /** Shows the requested state at once, and takes it back where the call fails. */
  const change = async (to: readonly PushKind[] | null, act: () => Promise<unknown>, failed: string) => {
    setBusy(true)
    setWord(null)
    const before = kinds
    if (before != null && to !== null) setKinds(to)
    try {
      await act()
      setKinds(to)
      return true
    } catch (error) {
      setKinds(before)
      const isLocal = isAbsent(error)
      setWord(isLocal ? { tone: 'soft', text: noticeTexts.local } : { tone: 'danger', text: failed })
      return false
    } finally {
      setBusy(false)
    }
  }

  const turnOn = async () => {
    await allowDeliveryNotice()
    if (Notification.permission !== 'granted') {
      // The button goes with a no.
      if (Notification.permission === 'denied') focusTitle()
      return
    }
    if (await change(pushKinds, () => turnOnPushes(pushKinds), noticeTexts.failed)) {
      setWord({ tone: 'success', text: noticeTexts.turnedOn })
    }
  }
  const turnOff = async () => {
    if (await change(null, turnOffPushes, noticeTexts.changeFailed)) {
      setWord({ tone: 'success', text: noticeTexts.turnedOff })
    }
  }
  const toggle = (kind: PushKind, isOn: boolean) => {
    const wanted = pushKinds.filter((each) => (each === kind ? isOn : kinds!.includes(each)))
    void change(wanted, () => turnOnPushes(wanted), noticeTexts.changeFailed)
  }

  if (kinds === undefined) return null
  return (
    <>
      {kinds === null ? (
        <Text tone="soft">{noticeTexts.off}</Text>
      ) : (
        <div role="group" aria-label={noticeTexts.kinds} className={styles.kinds}>
          {pushKinds.map((kind) => (
            <Checkbox
              key={kind}
              checked={kinds.includes(kind)}
              aria-disabled={isBusy}
              onChange={(event) => !isBusy && toggle(kind, event.target.checked)}
            >
              {noticeTexts.kind[kind]}
            </Checkbox>
          ))}
        </div>
      )}
      <div role="status">{word !== null && <Text tone={word.tone}>{word.text}</Text>}</div>
      <div>
        {/* One button: the focus stays on it when it has become the other. */}
        <Button variant="border" onClick={() => void (isBusy ? null : kinds === null ? turnOn() : turnOff())}>
          {kinds === null ? noticeTexts.turnOn : noticeTexts.turnOff}
        </Button>
      </div>
    </>
  )
}
