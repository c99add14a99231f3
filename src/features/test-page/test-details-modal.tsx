import type { Test } from '#contract/catalog.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { Modal } from '../../ui/modal/modal.tsx'
import { TestInformation } from './test-information.tsx'

interface TestDetailsModalProps {
  test: Pick<Test, 'id' | 'slug' | 'title'>
  onClose: () => void
}

/** The information about a test over the page, 900 × 600, at most 95vw by 90vh (S2.22). */
export function TestDetailsModal({ test, onClose }: TestDetailsModalProps) {
  return (
    <Modal title={testPageTexts.detailsTitle(test.title)} width="900px" height="600px" onClose={onClose}>
      <TestInformation test={test} />
    </Modal>
  )
}
