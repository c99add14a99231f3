import type { Building, Opening, Ready } from '../../attempt/machine/state.ts'
import type { AttemptView } from '../../attempt/control/view.ts'
import { OpeningUnanswered, WaitingScreen } from '../../attempt/screens/waiting-screen.tsx'
import { timeOfDay } from '../../messages/formats.ts'
import { examTexts } from '../../messages/exam.ts'
import { pageInPlace } from '../../messages/failure-sentence.ts'
import { storageTexts } from '../../messages/storage.ts'
import { Notice } from '../../ui/notice.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Text } from '../../ui/text/text.tsx'

const titles = { opening: examTexts.opening, building: examTexts.building, ready: examTexts.ready }

interface BuildingScreenProps {
  state: Opening | Building | Ready
  /** `isMemoryOnly`: this browser does not store the questions. */
  view: Pick<AttemptView, 'isMemoryOnly' | 'openingUnanswered'>
  onAskNow: () => void
}

/** The paper is on its way. */
export function BuildingScreen({ state, view, onAskNow }: BuildingScreenProps) {
  const { isMemoryOnly, openingUnanswered } = view
  const progress = state.phase === 'building' ? state.progress : null
  return (
    <WaitingScreen title={state.phase === 'ready' && isMemoryOnly ? storageTexts.preparing : titles[state.phase]}>
      {progress !== null && <Progress max={100} value={progress} label={examTexts.buildProgress} />}
      {state.phase === 'building' && state.isPage === true && <Notice tone="danger">{pageInPlace}</Notice>}
      {state.phase === 'opening' && openingUnanswered !== null ? (
        <OpeningUnanswered onAskNow={onAskNow}>
          {examTexts.openingAsksAgain(
            timeOfDay(openingUnanswered.since),
            openingUnanswered.clockFrom === null ? null : timeOfDay(openingUnanswered.clockFrom),
          )}
        </OpeningUnanswered>
      ) : (
        <Text tone="soft">{examTexts.buildingHint}</Text>
      )}
    </WaitingScreen>
  )
}
