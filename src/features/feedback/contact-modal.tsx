import { feedbackTexts } from '../../messages/feedback.ts'
import { useSession } from '../../session/use-session.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { FeedbackForm } from './feedback-form.tsx'

/** The feedback form, 800 × 500 (S1.07, S2.22). */
export function ContactModal({ onClose }: { onClose: () => void }) {
  const { status, user } = useSession()
  const author = status === 'guest' ? null : user
  return (
    <Modal title={feedbackTexts.title} width="800px" height="500px" onClose={onClose}>
      <FeedbackForm user={author} />
    </Modal>
  )
}
