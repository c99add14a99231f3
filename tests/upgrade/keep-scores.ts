/**
 * `npx tsx tests/upgrade/keep-scores.ts COMMIT…`: lets these releases draw, pack and grade an exam of each test by their own
 * code, and keeps the results for the upgrade tests. Results of other releases stay, and kept releases are not repeated.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keepStoredScores, readStoredScores, type StoredScores } from './stored-scores.ts'

const project = path.resolve(import.meta.dirname, '../..')

/** Runs in the folder of the release, only by its own code. */
const within = `
import { createHash } from 'node:crypto'
import { assembleExam } from '#content/assemble-exam.ts'
import * as blueprints from '#content/blueprints.ts'
import { generatorVersion } from '#content/generator-version.ts'
import { gradePaper } from '#content/score/grade-paper.ts'
import { splitItem } from '#content/split-item.ts'
import { optionSeedOf } from '#content/stamp-item.ts'
import { storedKeyOf } from './server/features/exams/paper-formats/paper-format.ts'
import { packPaper, readKeys, readQuestions } from './server/features/exams/paper-formats/paper-formats.ts'

const ways = {
  'twenty of thirty right': (place) => place < 20,
  'eighteen right, six wrong, six left blank': (place) => (place < 24 ? place < 18 : undefined),
  'the two easiest wrong, the next five right, the others wrong': (place) => place > 1 && place < 7,
}
const kept = Object.entries({ verbal: 'verbalTest', math: 'mathTest', logic: 'logicTest' }).map(([test, name]) => {
  const seed = 'kept score/' + test
  const items = [...assembleExam({ blueprint: blueprints[name], seed, partition: 'exam' })]
  const packed = packPaper(items.map((item) => splitItem(item).question), items.map(storedKeyOf), optionSeedOf(seed))
  const questions = readQuestions(packed.questions)
  const keys = readKeys(packed)
  const graded = Object.entries(ways).map(([answered, isRight]) => {
    const answers = Object.fromEntries(questions.flatMap(({ id, options }, place) => {
      const right = keys[place].key.right
      const wrong = options?.find((option) => option.id !== right)?.id ?? '999999'
      return isRight(place) === undefined ? [] : [[id, isRight(place) ? right : wrong]]
    }))
    const stored = keys.map((key, place) => ({ ...key, question: questions[place] }))
    const { rows, ...grade } = gradePaper({ items: stored, answers: new Map(Object.entries(answers)) })
    return { answered, answers, grade }
  })
  const digest = createHash('sha256').update(JSON.stringify([questions, keys])).digest('hex')
  const [inBase64, keysInBase64] = [packed.questions, packed.keys].map((bytes) => bytes.toString('base64'))
  return { generator: generatorVersion, test, digest, questions: inBase64, keys: keysInBase64, graded }
})
console.log(JSON.stringify(kept))
`

function scoresOf(release: string): StoredScores[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'iq-kept-scores-'))
  try {
    const archive = path.join(folder, 'release.tar')
    execFileSync('git', ['archive', '--output', archive, release], { cwd: project })
    execFileSync('tar', ['-xf', archive, '-C', folder])
    symlinkSync(path.join(project, 'node_modules'), path.join(folder, 'node_modules'))
    writeFileSync(path.join(folder, 'keep.ts'), within)
    const said = execFileSync('npx', ['tsx', 'keep.ts'], { cwd: folder, maxBuffer: 50_000_000 }).toString()
    return (JSON.parse(said) as Omit<StoredScores, 'release'>[]).map((each) => ({ release, ...each }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const kept = readStoredScores()
const asked = process.argv.slice(2).filter((release) => kept.every((each) => each.release !== release))
const made = asked.flatMap(scoresOf)
keepStoredScores([...kept, ...made])
for (const { release, generator, test, graded } of made) {
  console.log(
    release,
    `generator ${generator}`,
    test,
    graded.map(({ grade }) => grade.score?.iq ?? 'withheld').join(', '),
  )
}
