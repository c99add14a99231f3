import { useMutation } from '@tanstack/react-query'
import { signOutEverywhere } from '#contract/auth.ts'
import { securityTexts } from '../../messages/profile.ts'
import { sessionRequest } from '../../session/session-request.ts'
import { Actions } from '../../ui/actions.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Text } from '../../ui/text/text.tsx'
import { callSentence } from './call-sentence.ts'
import styles from './dialog.module.css'
import { leaveAccount } from './leave-account.ts'

/** Asks before every browser, this one included, is signed out. */
export function EndSessionsDialog({ onClose }: { onClose: () => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => sessionRequest(signOutEverywhere, {}),
    onSuccess: () => leaveAccount('sessions-ended'),
  })
  return (
    <Modal title={securityTexts.endSessions} width="560px" height="fit-content" onClose={onClose}>
      <div className={styles.content}>
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
