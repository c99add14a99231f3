import type { Building, Opening, Ready } from '../../engine/exam-phase.ts'
import { examTexts } from '../../messages/exam.ts'
import styles from '../../sitting/waiting.module.css'
import { Mark } from '../../ui/mark.tsx'
import { PageTitle } from '../../ui/text/page-title.tsx'
import { Text } from '../../ui/text/text.tsx'

const titles = { opening: examTexts.opening, building: examTexts.building, ready: examTexts.ready }

/** The paper is on its way. */
export function BuildingScreen({ session }: { session: Opening | Building | Ready }) {
  const progress = session.phase === 'building' ? session.progress : null
  return (
    <div className={styles.waiting}>
      <Mark size={88} busy />
      <div role="status">
        <PageTitle variant="subtitle1">{titles[session.phase]}</PageTitle>
      </div>
      {progress !== null && <progress max={100} value={progress} aria-label={examTexts.buildProgress} />}
      <Text tone="soft">{examTexts.buildingHint}</Text>
    </div>
  )
}
