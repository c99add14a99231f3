import { examTexts } from '../messages/exam.ts'
import type { OwnAnswers } from '../outbox/answers-file.ts'
import { downloadAnswers } from '../outbox/download-answers.ts'
import { Actions } from '../ui/actions.tsx'
import { Button } from '../ui/button/button.tsx'
import { Modal } from '../ui/modal/modal.tsx'
import styles from './screen.module.css'

interface LeaveDialogProps {
  file: OwnAnswers
  onStay: () => void
  onLeave: () => void
}

/** Answers would go with this page: is it meant so? */
export function LeaveDialog({ file, onStay, onLeave }: LeaveDialogProps) {
  return (
    <Modal title={examTexts.leaveTitle} width="520px" height="fit-content" onClose={onStay}>
      <div className={styles.dialog}>
        <p>{examTexts.leave}</p>
        <div>
          <Button variant="link" onClick={() => downloadAnswers(file)}>
            {examTexts.download}
          </Button>
        </div>
        <Actions>
          <Button size="large" onClick={onStay}>
            {examTexts.leaveStay}
          </Button>
          <Button variant="border" size="large" onClick={onLeave}>
            {examTexts.leaveGo}
          </Button>
        </Actions>
      </div>
    </Modal>
  )
}
