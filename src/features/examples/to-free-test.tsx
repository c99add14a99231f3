import { exampleTexts } from '../../messages/examples.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-state.ts'
import { buttonClass, ButtonLink } from '../../ui/button/button.tsx'

/** From an example to a whole test that costs nothing. A guest finds them on the landing page: the list needs an account (S1.03). */
export function ToFreeTest({ onGo }: { onGo?: () => void }) {
  const { status } = useSession()
  return status === 'guest' ? (
    <a href={`${paths.home}#tests`} className={buttonClass({})} onClick={onGo}>
      {exampleTexts.toFreeTest}
    </a>
  ) : (
    <ButtonLink to={paths.tests} onClick={onGo}>
      {exampleTexts.toFreeTest}
    </ButtonLink>
  )
}
