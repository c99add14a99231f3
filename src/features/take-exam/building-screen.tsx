import type { Building, Opening, Ready } from '../../engine/exam-phase.ts'
import { examTexts } from '../../messages/exam.ts'
import { storageTexts } from '../../messages/storage.ts'
import { WaitingScreen } from '../../sitting/waiting-screen.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Text } from '../../ui/text/text.tsx'

const titles = { opening: examTexts.opening, building: examTexts.building, ready: examTexts.ready }

interface BuildingScreenProps {
  session: Opening | Building | Ready
  /** This browser does not store the questions. */
  keepsNothing: boolean
}

/** The paper is on its way. */
export function BuildingScreen({ session, keepsNothing }: BuildingScreenProps) {
  const progress = session.phase === 'building' ? session.progress : null
  return (
    <WaitingScreen title={session.phase === 'ready' && keepsNothing ? storageTexts.preparing : titles[session.phase]}>
      {progress !== null && <Progress max={100} value={progress} label={examTexts.buildProgress} />}
      {session.phase === 'building' && session.isPage === true && (
        <Notice tone="danger">{examTexts.pageInPlace}</Notice>
      )}
      <Text tone="soft">{examTexts.buildingHint}</Text>
    </WaitingScreen>
  )
}
