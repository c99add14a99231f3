import { testPageTexts } from '../../messages/test-page.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { TestInformation } from './test-information.tsx'

interface TestDetailsModalProps {
  slug: string
  title: string
  onClose: () => void
}

/** The information about a test over the page, 900 × 600, at most 95vw by 90vh (S2.22). */
export function TestDetailsModal({ slug, title, onClose }: TestDetailsModalProps) {
  return (
    <Modal title={testPageTexts.detailsTitle(title)} width="900px" height="600px" onClose={onClose}>
      <TestInformation slug={slug} />
    </Modal>
  )
}
