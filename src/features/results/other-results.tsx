import type { Result } from '#contract/result.ts'
import { firstModel } from '#contract/score-model.ts'
import { moment } from '../../messages/formats.ts'
import { tooNarrow } from '../../messages/purchases.ts'
import { resultTexts } from '../../messages/result.ts'
import { ofTraining, paths } from '../../paths.ts'
import { Link } from '../../ui/link.tsx'
import { Text } from '../../ui/text.tsx'
import styles from './result.module.css'

export function OtherResults({ purchaseId, results }: { purchaseId: string; results: readonly Result[] }) {
  return (
    <section className={styles.section} aria-labelledby="others">
      <Text as="h2" variant="subtitle2" id="others">
        {resultTexts.others}
      </Text>
      <ul className={styles.others}>
        {results.map(({ attempt_id: id, mode, version, test, submitted_at: at, correct, total, score }) => (
          <li key={`${id} ${version ?? 1}`} className={styles.family}>
            <Link
              to={paths.attemptResult(test?.type ?? 'test', purchaseId, id)}
              state={mode === 'training' ? ofTraining : undefined}
            >
              {resultTexts.attempt(mode === 'training', at == null ? null : moment(Date.parse(at)))}
            </Link>
            <span className={styles.familyResult}>
              {correct != null && total != null && <span>{resultTexts.correctOf(correct, total)}</span>}
              {score != null && <span>{` · ${resultTexts.scoreOf(score)}`}</span>}
            </span>
            {score?.model === firstModel && (
              <Text variant="small" tone="soft">
                {tooNarrow}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
