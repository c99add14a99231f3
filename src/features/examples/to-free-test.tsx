import { exampleTexts } from '../../messages/examples.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-state.ts'
import { ButtonLink } from '../../ui/button/button.tsx'

/** The link from an example to the free tests: for a guest the six questions without an account, else the list of tests. */
export function ToFreeTest({ onGo }: { onGo?: () => void }) {
  const isGuest = useSession().status === 'guest'
  return (
    <ButtonLink to={isGuest ? paths.trial : paths.tests} onClick={onGo}>
      {exampleTexts.toFreeTest}
    </ButtonLink>
  )
}
