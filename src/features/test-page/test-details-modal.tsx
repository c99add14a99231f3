import type { Test } from '#contract/catalog.ts'
import { catalogTexts } from '../../messages/catalog.ts'
import { testPageTexts } from '../../messages/test-page.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session-state.ts'
import { ButtonLink } from '../../ui/button/button.tsx'
import { Modal } from '../../ui/modal/modal.tsx'
import styles from './test-details-modal.module.css'
import { TestInformation } from './test-information.tsx'

interface TestDetailsModalProps {
  test: Pick<Test, 'id' | 'slug' | 'title'>
  onClose: () => void
}

/** The information about a test over the page, 900 × 600, at most 95vw by 90vh (S2.22), and the link to its page. */
export function TestDetailsModal({ test, onClose }: TestDetailsModalProps) {
  const { status } = useSession()
  const slug = test.slug ?? test.id
  return (
    <Modal title={testPageTexts.detailsTitle(test.title)} width="900px" height="600px" onClose={onClose}>
      <TestInformation test={test} />
      <div className={styles.choose}>
        <ButtonLink to={status === 'guest' ? paths.registerFor(slug) : paths.test(slug)} onClick={onClose}>
          {catalogTexts.open}
        </ButtonLink>
      </div>
    </Modal>
  )
}
