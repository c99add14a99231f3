import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type PushKind, pushKinds } from '#contract/push.ts'
import { onWake } from '../../concurrency/wake.ts'
import { isAbsent } from '../../http/api-error.ts'
import { failureSentence } from '../../messages/messages.ts'
import { noticeTexts } from '../../messages/notices.ts'
import { allowDeliveryNotice, type PushSupport, pushSupport, subscribeDeliveryNotice } from '../../push/permission.ts'
import { currentPushes, keepPushes, subscribePushes, turnOffPushes, turnOnPushes } from '../../push/subscription.ts'
import { Button } from '../../ui/button/button.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { focusTitle } from '../../ui/page.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './profile-section.module.css'
import { ProfileSection } from './profile-section.tsx'

const sentences: Record<Exclude<PushSupport, 'ready'>, string> = {
  unsupported: noticeTexts.unsupported,
  'needs-install': noticeTexts.needsInstall,
  blocked: noticeTexts.blocked,
}
const unsupported = (): PushSupport => 'unsupported'

/** Push messages of this browser while the site is closed. A press asks for them, and each kind has its own switch. */
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

interface Word {
  tone: 'success' | 'danger' | 'soft'
  text: string
}

function sentenceOf(error: unknown, failed: string): Word {
  if (isAbsent(error)) return { tone: 'soft', text: noticeTexts.local }
  if (!(error instanceof DOMException)) return { tone: 'danger', text: failureSentence(error, failed, failed) }
  // The browser's push service refused or did not reply. The network may be fine.
  return { tone: 'danger', text: error.name === 'TimeoutError' ? noticeTexts.noAnswer : noticeTexts.browserFailed }
}

/** The confirmed kinds. Null also where they cannot be read, because nothing can be switched off then. */
const confirmedKinds = () =>
  currentPushes().then(
    (row) => row?.kinds ?? null,
    () => null,
  )

/** Calls `show` with the confirmed kinds, now and after each change. Asks the server what it holds. Returns how to stop. */
function followPushes(show: (kinds: readonly PushKind[] | null) => unknown): () => void {
  let isCurrent = true
  const read = async () => {
    const kinds = await confirmedKinds()
    if (isCurrent) show(kinds)
  }
  const stop = subscribePushes(() => void read())
  // Another tab may have changed the kinds.
  const stopAtReturn = onWake(['visible'], () => void read())
  void read()
  keepPushes({ compare: true }).catch((error) => console.warn('The server does not say what it holds', error))
  return () => {
    isCurrent = false
    stop()
    stopAtReturn()
  }
}

function Switches() {
  /** The shown kinds; null: push messages are off; undefined: not known yet. */
  const [kinds, setKinds] = useState<readonly PushKind[] | null>()
  const [word, setWord] = useState<Word | null>(null)
  const [isBusy, setBusy] = useState(false)
  /** Browser and server may take half a minute, and the browser asks the person first. */
  const [isSwitching, setSwitching] = useState(false)
  const isChanging = useRef(false)
  useEffect(() => followPushes((confirmed) => isChanging.current || setKinds(confirmed)), [])

  /** Shows the requested kinds immediately, then the confirmed ones. Returns whether both are the same. */
  const change = async (to: readonly PushKind[] | null, act: () => Promise<unknown>, failed: string) => {
    isChanging.current = true
    setBusy(true)
    setWord(null)
    if (kinds != null && to !== null) setKinds(to)
    try {
      await act()
    } catch (error) {
      setWord(sentenceOf(error, failed))
    }
    const confirmed = await confirmedKinds()
    isChanging.current = false
    setKinds(confirmed)
    setBusy(false)
    return confirmed?.join() === to?.join()
  }

  const press = async () => {
    setSwitching(true)
    try {
      await (kinds === null ? turnOn() : turnOff())
    } catch (error) {
      // An old browser returns no promise when it is asked for the permission.
      console.warn('The browser could not be asked', error)
      setWord({ tone: 'danger', text: noticeTexts.failed })
    } finally {
      setSwitching(false)
    }
  }
  const turnOn = async () => {
    setWord(null)
    const permission = await allowDeliveryNotice()
    // After a refusal the button disappears.
    if (permission === 'denied') return focusTitle()
    if (permission === 'default') return setWord({ tone: 'soft', text: noticeTexts.undecided })
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
        {/* One button for both acts keeps the focus. */}
        <Button variant="border" pending={isSwitching} onClick={() => void (isBusy ? null : press())}>
          {kinds === null ? noticeTexts.turnOn : noticeTexts.turnOff}
        </Button>
      </div>
    </>
  )
}
