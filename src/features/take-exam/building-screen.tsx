import type { Building, Opening, Ready } from '../../engine/exam-phase.ts'
import { examTexts } from '../../messages/exam.ts'
import { WaitingScreen } from '../../sitting/waiting-screen.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Text } from '../../ui/text/text.tsx'

const titles = { opening: examTexts.opening, building: examTexts.building, ready: examTexts.ready }

/** The paper is on its way. */
export function BuildingScreen({ session }: { session: Opening | Building | Ready }) {
  const progress = session.phase === 'building' ? session.progress : null
  return (
    <WaitingScreen title={titles[session.phase]}>
      {progress !== null && <Progress max={100} value={progress} label={examTexts.buildProgress} />}
      <Text tone="soft">{examTexts.buildingHint}</Text>
    </WaitingScreen>
  )
}
