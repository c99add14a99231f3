// A lazy boundary: loaded when a session ends over a page that stays open.
import { sessionTexts } from '../../messages/session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import styles from './auth-form.module.css'
import { LoginForm } from './login-form.tsx'

/** The log-in form over a page that must not be left. Success needs no step here: the session's state closes the form. */
export function SignInAgain({ email, onLater }: { email: string; onLater: () => void }) {
  return (
    <Modal title={sessionTexts.endedTitle} width="520px" height="fit-content" onClose={onLater}>
      <div className={styles.form}>
        <p>{sessionTexts.ended}</p>
        <LoginForm email={email} />
        <Button variant="border" size="large" fullWidth onClick={onLater}>
          {sessionTexts.later}
        </Button>
      </div>
    </Modal>
  )
}
