#!/usr/bin/env node
// Computes a score of «Тестування IQ» again from the file that its owner downloaded on the page of the result, and says whether
// the printed figures are the same. Needs only Node and no network: node verify-score.mjs FILE. Written independently of the
// site's scoring, from the manual: three-parameter logistic model, EAP on N(0, 1), interval with the error of the missing norm.
// The build puts the part above the line «Node alone» into the page that does the same in a browser (verify-score.html).

const tests = ['verbal', 'math', 'logic']
const titles = { verbal: 'Вербальний', math: 'Математичний', logic: 'Логічний' }
const norm = { shared: 0.75, own: { 2: 0.6, 3: 0.6, 4: 0.8, 5: 0.8 } }
const battery = { correlation: 0.65, norm: 0.79, normShared: 0.5 }
const takeNewer = 'Візьміть із сайту нову сторінку або новий скрипт для перерахунку.'
const takeAgain = 'Завантажте файл знову на сторінці результату й нічого в ньому не змінюйте.'

/** @typedef {{ family: string, b: number, a: number, c: number, mark: 'right' | 'wrong' | 'unanswered' }} Question */

const round = (value, digits) => Math.round(value * 10 ** digits) / 10 ** digits
const clamp = (value, low, high) => Math.min(high, Math.max(low, value))

/** The share of N(0, 1) below z as the series z + z³/3 + z⁵/15 + …, exact to 1e-12 for every possible score. */
function below(z) {
  let term = z
  let sum = z
  for (let k = 1; k < 200; k++) {
    term *= (z * z) / (2 * k + 1)
    sum += term
  }
  return 0.5 + (sum * Math.exp(-(z * z) / 2)) / Math.sqrt(2 * Math.PI)
}

/** A level's figures as they are printed. theta in deviations, se in IQ points. */
function printed(theta, se) {
  const estimate = Math.round(100 + 15 * theta)
  const iq = clamp(estimate, 70, 130)
  const low = Math.round(estimate - 1.96 * se)
  const high = Math.round(estimate + 1.96 * se)
  return {
    iq,
    low: clamp(low, 55, 145),
    high: clamp(high, 55, 145),
    theta: round(theta, 3),
    se: round(se, 2),
    percentile: round(100 * below((iq - 100) / 15), 1),
    iq_open: estimate > 130 ? 'above' : estimate < 70 ? 'below' : null,
    low_open: low <= 55,
    high_open: high >= 145,
  }
}

/**
 * A score from its questions in the paper's order. By rules 3 to 5 the unanswered end, a third of the paper at most, counts as
 * not given. By rules 5 it counts as guesses, right with probability c, if the score has the remark `stopped`: there was time
 * left.
 * @param {Question[]} questions
 * @param {string} model
 */
export function scoreOf(questions, model, isStopped = false) {
  let blank = 0
  if (model !== '2') {
    while (blank < Math.floor(questions.length / 3) && questions[questions.length - 1 - blank].mark === 'unanswered')
      blank++
  }
  const reached = questions.length - blank
  const counted = isStopped ? questions : questions.slice(0, reached)
  // Multiplies chances and scales each step to its greatest value: nothing underflows, and no logarithm is needed.
  let posterior = Array.from({ length: 121 }, (_, i) => Math.exp(-((i / 10 - 6) ** 2) / 2))
  for (const [place, { a, b, c, mark }] of counted.entries()) {
    const chances = posterior.map((_, i) => c + (1 - c) / (1 + Math.exp(-a * (i / 10 - 6 - b))))
    const likelihood = (p) => (place < reached ? (mark === 'right' ? p : 1 - p) : p ** c * (1 - p) ** (1 - c))
    const weighed = posterior.map((weight, i) => weight * likelihood(chances[i]))
    const greatest = Math.max(...weighed)
    posterior = weighed.map((weight) => weight / greatest)
  }
  const total = posterior.reduce((sum, weight) => sum + weight, 0)
  const theta = posterior.reduce((sum, weight, i) => sum + weight * (i / 10 - 6), 0) / total
  const variance = posterior.reduce((sum, weight, i) => sum + weight * (i / 10 - 6 - theta) ** 2, 0) / total
  const se = 15 * Math.sqrt(variance + norm.shared ** 2 + norm.own[model] ** 2 / Math.max(1, counted.length))
  return { ...printed(theta, se), reliability: round(1 - variance, 2) }
}

/** Inverse of a small matrix, by Gauss-Jordan elimination. */
function inverse(matrix) {
  const size = matrix.length
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  for (let i = 0; i < size; i++) {
    const pivot = rows[i][i]
    rows[i] = rows[i].map((each) => each / pivot)
    for (let j = 0; j < size; j++) {
      const factor = rows[j][i]
      if (j !== i) rows[j] = rows[j].map((each, k) => each - factor * rows[i][k])
    }
  }
  return rows.map((row) => row.slice(size))
}

/**
 * The overall score of two or three exams: the regression of the standardised sum of three levels on the estimates of each.
 * @param {{ test: string, theta: number, reliability: number }[]} scores
 */
export function overallOf(scores) {
  const known = tests.flatMap((test) => scores.filter((each) => each.test === test))
  const levels = known.map(({ theta, reliability }) => theta / reliability)
  const errors = known.map(({ reliability }) => (1 - reliability) / reliability)
  const { correlation: rho } = battery
  const observed = known.map((_, i) => known.map((__, j) => (i === j ? 1 + errors[i] : rho)))
  // Correlation of each level with the sum of all three, which has a deviation of √(3 + 6ρ).
  const share = (1 + 2 * rho) / Math.sqrt(3 + 6 * rho)
  const weights = inverse(observed).map((row) => share * row.reduce((sum, each) => sum + each, 0))
  const sum = weights.reduce((all, each) => all + each, 0)
  const squares = weights.reduce((all, each) => all + each ** 2, 0)
  const variance = 1 - share * sum
  const item = norm.own[4] ** 2 / 30
  const error =
    battery.norm ** 2 * (battery.normShared * sum ** 2 + (1 - battery.normShared) * squares) + item * squares
  const estimate = weights.reduce((all, weight, i) => all + weight * levels[i], 0)
  const bound = known.length === 2 ? 1.96 : 2.394
  const differences = []
  for (let i = 0; i < known.length; i++) {
    for (let j = i + 1; j < known.length; j++) {
      const norms = 2 * (battery.norm ** 2 * (1 - battery.normShared) + item)
      if (Math.abs(levels[i] - levels[j]) <= bound * Math.sqrt(errors[i] + errors[j] + norms)) continue
      const [higher, lower] = levels[i] > levels[j] ? [i, j] : [j, i]
      differences.push({ higher: known[higher].test, lower: known[lower].test })
    }
  }
  return {
    ...printed(estimate, 15 * Math.sqrt(variance + error)),
    version: '1',
    tests: known.map(({ test }) => test),
    differences,
  }
}

const isWithin = (value, low, high) => typeof value === 'number' && value >= low && value <= high
const marks = ['right', 'wrong', 'unanswered']
const isSound = ({ a, b, c, mark }) =>
  isWithin(a, 0.01, 10) && isWithin(b, -10, 10) && isWithin(c, 0, 0.99) && marks.includes(mark)

/** Throws an Error if an exam is damaged or scored by rules that this script does not know. */
function requireSound({ questions, test, score }) {
  const isWhole = Array.isArray(questions) && isWithin(questions.length, 1, 100) && Object.hasOwn(titles, test)
  if (!isWhole || typeof score !== 'object' || score === null)
    throw new Error(`Екзамен у файлі пошкоджено. ${takeAgain}`)
  if (!Object.hasOwn(norm.own, score.model))
    throw new Error(`Оцінку пораховано за невідомими тут правилами. ${takeNewer}`)
  const place = questions.findIndex((question) => !isSound(question ?? {}))
  if (place !== -1) throw new Error(`У завданні ${place + 1} числа або позначка не ті. ${takeAgain}`)
}

/** Reads the file of a result. Throws an Error with a message in Ukrainian that says what to do. */
export function readResult(text) {
  if (text.length > 100_000) throw new Error(`Файл завеликий: це не файл результату. ${takeAgain}`)
  let file
  try {
    file = JSON.parse(text)
  } catch {
    throw new Error(`Файл пошкоджено: це не JSON. ${takeAgain}`)
  }
  const format = String(file?.format)
  if (!format.startsWith('testuvannia-iq/result-')) throw new Error(`Це не файл результату. ${takeAgain}`)
  if (format !== 'testuvannia-iq/result-1') throw new Error(`Файл новішого виду. ${takeNewer}`)
  if (!Array.isArray(file.exams) || !isWithin(file.exams.length, 1, 4))
    throw new Error(`У файлі немає екзаменів. ${takeAgain}`)
  for (const exam of file.exams) requireSound(exam ?? {})
  return file
}

/** Compares printed and computed figures of each exam and of all together. `differ` names the figures that are not the same. */
export function verify({ exams, overall = null }) {
  const compared = exams.map(({ test, questions, score }) =>
    compare(titles[test], score, scoreOf(questions, score.model, isStopped(score))),
  )
  if (overall === null) return compared
  if (exams.length < 2) throw new Error(`Загальний бал у файлі є, а екзаменів до нього немає. ${takeAgain}`)
  const again = overallOf(exams.map(({ test }, i) => ({ ...compared[i].found, test })))
  return [...compared, compare('Загальний бал', overall, again)]
}

const isStopped = ({ model, remarks }) =>
  model === '5' && Array.isArray(remarks) && remarks.some((remark) => remark?.code === 'stopped')

function compare(title, said, found) {
  const differ = Object.keys(found).filter((name) => JSON.stringify(said[name]) !== JSON.stringify(found[name]))
  return { title, said, found, differ }
}

// Node alone
import { readFileSync } from 'node:fs'

/** Prints all figures. Returns whether they are the same. */
function tell(path) {
  const rows = verify(readResult(readFileSync(path, 'utf8')))
  for (const { title, said, found, differ } of rows) {
    const { iq, low, high } = found
    console.log(`${title}: IQ ${iq}, від ${low} до ${high} — ${differ.length === 0 ? 'збігається' : 'НЕ ЗБІГАЄТЬСЯ'}`)
    for (const name of differ)
      console.log(`  ${name}: у файлі ${JSON.stringify(said[name])}, вийшло ${JSON.stringify(found[name])}`)
  }
  return rows.every(({ differ }) => differ.length === 0)
}

const isRun = process.argv[1]?.endsWith('verify-score.mjs') === true
if (isRun) {
  const path = process.argv[2]
  try {
    if (path === undefined) throw new Error('Назвіть файл: node verify-score.mjs result.json')
    process.exitCode = tell(path) ? 0 : 1
  } catch (error) {
    console.error(error.code === 'ENOENT' ? `Такого файла немає: ${path}` : error.message)
    process.exitCode = 2
  }
}
