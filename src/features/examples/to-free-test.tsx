import { exampleTexts } from '../../messages/examples.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-state.ts'
import { ButtonLink } from '../../ui/button/button.tsx'

/** From an example to what costs nothing: for a guest the six questions that need no account, for others the list of tests, those first. */
export function ToFreeTest({ onGo }: { onGo?: () => void }) {
  const isGuest = useSession().status === 'guest'
  return (
    <ButtonLink to={isGuest ? paths.trial : paths.tests} onClick={onGo}>
      {exampleTexts.toFreeTest}
    </ButtonLink>
  )
}
