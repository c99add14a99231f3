import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { authTexts } from '../../messages/auth.ts'
import { accountEvents, paths } from '../../paths.ts'
import { hasSessionEnded } from '../../session/return-location.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Column, PageTitle } from '../../ui/page.tsx'
import { PieceInPlace } from '../../ui/piece/piece-in-place.tsx'
import { lazyPiece, usePiece } from '../../ui/piece/piece.ts'
import { Text } from '../../ui/text.tsx'
import { useIsHydrated } from '../../ui/use-is-hydrated.ts'
import styles from './auth-form.module.css'
import { comesFromTrial, wanted } from './guest-memory.ts'
import { LoginForm } from './login-form.tsx'

/** Loaded when needed: few people have chosen or tried a test before they come to this page. */
const chosenTest = lazyPiece(() => import('./chosen-test.tsx').then((m) => m.ChosenTest))

const signInLinkForm = lazyPiece(() => import('./sign-in-link-form.tsx').then((m) => m.SignInLinkForm))

/** Logging in. Success needs no step here: the guard of this page sends the person on (S2.07, S2.08). */
export function LoginPage() {
  const [params] = useSearchParams()
  const [refused, setRefused] = useState('')
  const isByLink = params.get('by') === 'link'
  const after = accountEvents.find((event) => event === params.get('after'))
  return (
    <Column width="form">
      <PageTitle key={String(isByLink)}>{isByLink ? authTexts.linkTitle : authTexts.loginTitle}</PageTitle>
      {after === undefined ? (
        <WhyHere lead={isByLink ? authTexts.linkLead : authTexts.loginLead} />
      ) : (
        <Notice tone={after === 'deletion' ? 'warning' : 'success'}>{authTexts.after[after]}</Notice>
      )}
      <TestInMind />
      {isByLink ? <PieceInPlace piece={signInLinkForm} props={{}} /> : <LoginForm onRefused={setRefused} />}
      <ul className={styles.ways}>
        {!isByLink && (
          <li>
            <Link to={paths.resetEmail} state={{ email: refused }}>
              {authTexts.forgotPassword}
            </Link>
          </li>
        )}
        <li>
          <Link to={isByLink ? paths.login : paths.loginByLink}>
            {isByLink ? authTexts.byPassword : authTexts.byLink}
          </Link>
        </li>
        <li>
          {authTexts.noAccount} <Link to={paths.register}>{authTexts.toRegister}</Link>
        </li>
      </ul>
    </Column>
  )
}

/** The lead of the page, or a notice that the session has ended. The prerendered page cannot know of such an end. */
function WhyHere({ lead }: { lead: string }) {
  const isEnded = useIsHydrated() && hasSessionEnded()
  return isEnded ? <Notice>{authTexts.sessionEnded}</Notice> : <Text tone="soft">{lead}</Text>
}

/** The test that the person wants or has tried. The prerendered page never has it. */
function TestInMind() {
  const isWanted = useIsHydrated() && (wanted() !== null || comesFromTrial())
  const { Piece: ChosenTest } = usePiece(chosenTest, isWanted)
  return isWanted && ChosenTest ? <ChosenTest /> : null
}
