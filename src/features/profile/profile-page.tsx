import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { seenName } from '#contract/pasted-text.ts'
import { WaitingSubmissions } from '../../attempt/submissions/waiting-submissions.tsx'
import { onWake } from '../../concurrency/wake.ts'
import { homeTexts } from '../../messages/home.ts'
import { messages } from '../../messages/messages.ts'
import { appearanceTexts, profileTexts } from '../../messages/profile.ts'
import { InstallApp } from '../../pwa/install-app.tsx'
import { savedCopyLine } from '../../queries/kept/saved-copy.tsx'
import { type Staleness, stalenessOf } from '../../queries/kept/staleness.ts'
import { type SessionState, sessionState, type User, useSession } from '../../session/session-state.ts'
import { loadProfile, resumeSession } from '../../session/start-session.ts'
import { type Appearance, chooseAppearance, textSizes, themes, useAppearance } from '../../ui/appearance.ts'
import { Button } from '../../ui/button/button.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { Column, Loading, PageTitle } from '../../ui/page.tsx'
import { usePiece } from '../../ui/piece/piece.ts'
import { Text } from '../../ui/text.tsx'
import { EmailSection } from './email-section.tsx'
import { Home } from './home/home.tsx'
import { NewsletterSection } from './newsletter-section.tsx'
import { OwnDataSection } from './own-data-section.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './profile-section.module.css'
import { ProfileSection } from './profile-section.tsx'
import { PushSection } from './push-section.tsx'
import { SecuritySection } from './security-section.tsx'

/** In the address while the settings are unfolded. */
const settingsParam = 'settings'

/** The home, and below it, folded, the settings (S3.01). The address says whether they are unfolded, for a reload and Back. */
export function ProfilePage() {
  const session = useSession()
  const { user, profileStatus, profileError, authStatus, authError } = session
  const [params, setParams] = useSearchParams()
  const isUnfolded = params.has(settingsParam)
  const [wasUnfolded, setWasUnfolded] = useState(isUnfolded)
  if (isUnfolded && !wasUnfolded) setWasUnfolded(true)
  const settingsId = useId()
  const hasFailed = profileStatus === 'error' && authStatus !== 'pending'
  const staleness = hasFailed ? stalenessOfProfile(session) : null
  return (
    <>
      <SavedProfile staleness={staleness} onAskAgain={askAgain} />
      <Column width="cabinet">
        <PageTitle>{profileTexts.title}</PageTitle>
        <Text variant="large" tone="soft">
          {homeTexts.greeting(seenName(user?.first_name ?? ''))}
        </Text>
        <WaitingSubmissions />
        <Home />
        <SettingsTitle
          controls={settingsId}
          isUnfolded={isUnfolded}
          onToggle={() => setParams(isUnfolded ? {} : { [settingsParam]: '' }, { replace: true })}
        />
        {hasFailed && staleness === null && (
          // If the renewal of the session at the start failed, its error is the reason.
          <Failure ofPage onRetry={askAgain}>
            {authError ?? profileError ?? messages.profileLoadFailed}
          </Failure>
        )}
        {/* Folded settings stay mounted: unsaved words in them must not be lost. */}
        <div id={settingsId} hidden={!isUnfolded}>
          {wasUnfolded && (user?.email === undefined ? !hasFailed && <Loading /> : <Settings user={user} />)}
        </div>
        <InstallApp />
      </Column>
    </>
  )
}

interface SettingsTitleProps {
  controls: string
  isUnfolded: boolean
  onToggle: () => void
}

function SettingsTitle({ controls, isUnfolded, onToggle }: SettingsTitleProps) {
  return (
    <div className={styles.settings}>
      <Text as="h2" variant="subtitle1">
        {homeTexts.settings}
      </Text>
      <Text tone="soft">{profileTexts.lead}</Text>
      <div>
        <Button variant="border" aria-expanded={isUnfolded} aria-controls={controls} onClick={onToggle}>
          {isUnfolded ? homeTexts.foldSettings : homeTexts.unfoldSettings}
        </Button>
      </div>
    </div>
  )
}

function Settings({ user }: { user: User }) {
  return (
    <div className={styles.sections}>
      <ProfileSection title={profileTexts.aboutTitle}>
        <ProfileForm key={user.id} user={user} />
      </ProfileSection>
      <div className={styles.others}>
        <EmailSection user={user} />
        <SecuritySection />
        <NewsletterSection user={user} />
        <PushSection />
        <AppearanceSection />
        <OwnDataSection />
      </div>
    </div>
  )
}

/** Loads the profile again. If the renewal of the session at the start failed, resumes the session instead. */
function askAgain(): void {
  void (sessionState().authError === null ? loadProfile() : resumeSession())
}

/** The staleness of a profile shown without the server; null without one, or when its age is unknown. */
function stalenessOfProfile({ user, profileUnreachable: reason }: SessionState): Staleness | null {
  return user?.email === undefined || user.savedAt === undefined || reason === null
    ? null
    : { savedAt: user.savedAt, reason }
}

/** Theme and text size of this browser. A choice takes effect immediately, without a button. */
function AppearanceSection() {
  const appearance = useAppearance()
  const [isKept, setKept] = useState(true)
  const choose = (change: Partial<Appearance>) => setKept(chooseAppearance({ ...appearance, ...change }))
  return (
    <ProfileSection title={appearanceTexts.title}>
      <SelectField
        label={appearanceTexts.theme}
        options={themes.map((value) => ({ value, label: appearanceTexts.themes[value] }))}
        value={appearance.theme}
        onChange={({ target }) => choose({ theme: themes[target.selectedIndex]! })}
      />
      <SelectField
        label={appearanceTexts.textSize}
        options={textSizes.map((value) => ({ value, label: appearanceTexts.textSizes[value] }))}
        value={appearance.textSize}
        onChange={({ target }) => choose({ textSize: textSizes[target.selectedIndex]! })}
      />
      <div role="status">
        <Text tone="soft">{isKept ? appearanceTexts.ofThisBrowser : appearanceTexts.notKept}</Text>
      </div>
    </ProfileSection>
  )
}

/**
 * The age of the profile while the server is unreachable, unless the page already says so of other parts. Asks again when the
 * network returns, and when those parts have loaded.
 */
export function SavedProfile({ staleness, onAskAgain }: { staleness: Staleness | null; onAskAgain: () => void }) {
  const isStale = staleness !== null
  const isPageStale = useIsPageStale()
  const isShown = isStale && !isPageStale
  const { Piece: Line } = usePiece(savedCopyLine, isShown)
  useEffect(() => {
    if (isStale) return onWake(['online'], onAskAgain)
  }, [isStale, onAskAgain])
  const wasPageStale = useRef(false)
  useEffect(() => {
    if (isShown && wasPageStale.current) onAskAgain()
    wasPageStale.current = isPageStale
  }, [isShown, isPageStale, onAskAgain])
  return isShown && Line && <Line {...staleness} onAskAgain={onAskAgain} />
}

function useIsPageStale(): boolean {
  const client = useQueryClient()
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client])
  return useSyncExternalStore(subscribe, () => stalenessOf(client) !== null)
}
