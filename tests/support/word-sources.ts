import { questionCount } from '#content/blueprint.ts'
import { greatestRapidShare } from '#content/score/withhold-score.ts'
import { scale } from '#contract/bell-path.ts'
import { sendFeedback } from '#contract/feedback.ts'
import { longestTrialSeconds } from '#contract/guest-trial.ts'
import { namedScale } from '#contract/iq-named.ts'
import { PersonName } from '#contract/person-name.ts'
import { ProfileChange } from '#contract/profile-change.ts'
import {
  feedbackMinLength,
  passwordMaxLength,
  passwordMinLength,
  reportMaxLength,
  reportMinLength,
} from '#contract/text-limits.ts'
import { mostPauses, pauseMinutes } from '#contract/pause.ts'
import { trainingBounds } from '#contract/training-bounds.ts'
import { daysToAddRest } from '../../server/features/catalog/ownership.ts'
import { daysToReturn } from '../../server/features/account/close-account.ts'
import { achievementKinds } from '../../server/features/achievements/achievement-list.ts'
import { maxAgeSeconds } from '../../server/features/auth/known-device.ts'
import { linkMinutes } from '../../server/features/auth/reset-password.ts'
import { daysOfGrace } from '../../server/features/legal/days-of-grace.ts'
import { fewestSittings } from '../../server/features/exams/result/first-sittings.ts'
import { mostCheckingDays } from '../../server/features/purchases/books/withheld-money.ts'
import { keptFor } from '../../server/features/retention/forget-what-is-over.ts'
import { limits } from '../../server/load/rate-limits.ts'
import { lastPart } from '../../server/features/exams/answers/lateness.ts'
import { seededTests } from '../../server/seed/seeded-tests.ts'
import { cell, from, kept, plain, proven, type Source, time, type Time } from './judge-words.ts'

const day = 86_400
const hour = 3600

/** Returns the one value, or throws: what a text says of all tests of the shop must be true of each. */
function common<Value>(values: readonly Value[]): Value {
  const [first] = new Set(values)
  if (new Set(values).size !== 1 || first === undefined) throw new Error(`Tests differ: ${values.join(', ')}`)
  return first
}
const full = seededTests.filter(({ price }) => price > 0)
const samples = seededTests.filter(({ price }) => price === 0)
const questions = common(full.map(({ blueprint }) => questionCount(blueprint)))
const sampleQuestions = common(samples.map(({ blueprint }) => questionCount(blueprint)))

const goalOf = (code: string) => achievementKinds.find((kind) => kind.code === code)!.goal

/** Finds how many characters a schema takes at most. */
function longest(takes: (text: string) => boolean): number {
  let length = feedbackMinLength
  while (takes('я'.repeat(length * 2))) length *= 2
  for (let step = length; step >= 1; step = Math.floor(step / 2))
    while (takes('я'.repeat(length + step))) length += step
  return length
}

const longestMessage = longest((text) => sendFeedback.body.safeParse({ email: 'a@b.ua', message: text }).success)
const longestName = longest((text) => PersonName.safeParse(text).success)
const longestStory = longest((text) => ProfileChange.safeParse({ description: text }).success)

/** Returns the bound; throws if the value exceeds it. */
function atMost(value: number, bound: number): number {
  if (value > bound) throw new Error(`${value} is more than ${bound}`)
  return bound
}

/** A term of the retention, read from its PostgreSQL interval. */
function term(of: keyof typeof keptFor): Time {
  const [, count, unit] = /^(\d+) (day|year)s?$/.exec(keptFor[of])!
  return time(Number(count) * (unit === 'day' ? day : 365 * day))
}

const { anHour, aDay, keptWhole } = trainingBounds
/** The longest life of a counter in seconds: a counter is dropped an hour after its window. */
const longestCounter = Math.max(
  ...Object.entries(limits).flatMap(([name, { seconds }]) => (name === 'newsletter' ? [] : [seconds + hour])),
)

const deviation = 15
const mean = 100

/** Titles of tests that prove more than one sentence. */
const saved = 'a killed browser reopens the exam at its question with every answer called saved'
const gradedOnce = '25 concurrent submissions under one key get one grade and 25 times the same bytes'
const notReached = 'takes the blank end of a paper for not reached, up to its last third'
const freeRepeat = 'its attempt is spent, and its purchase gets one more, once'
const coverage = 'has an interval that covers 93 % in every band of ability, also if all items are half a logit off'
const ofManual = 'the page for laymen says the reliability and error that the manual prints, as means'
const sample = 'the first page shows a sample that the scoring of today gives'
const bounds = 'a person may begin thirty trainings an hour and sixty a day over all purchases'
const trimmed = 'a purchase keeps its ten newest trainings whole, and of older ones the result, receipt and answers'
const practice = '[S2.06] an offline practice gives verdicts and drawn explanations'
const explained = 'says in words what it draws, and explains in Ukrainian'
const warnings = 'announces half of the time, five minutes and one minute once each, and never seconds'
const twoDevices = 'a device that lost a conflict shows both answers, and the person chooses one'
const everyPrice = 'the list of tests shows every price in kopiykas, 0 for each free sample'
const erased = 'the server erases all their data; only payment records stay, without a name'
const everySession = 'ends every session of the account, this one included'
const mailboxes = 'changes the e-mail when both mailboxes have confirmed it'
const certificate =
  'only its owner opens a certificate; anybody with the address can read its page, and search engines may not index it'
const consent = 'gives and takes back the consent to letters'
const ends = 'is announced a week ahead and a day ahead, each once'

const pausedAndBack = 'the clock stops, the paper is covered, no answer is lost'
const pausedOffline = 'the server counts an offline pause once the network is back'

/** The source of every number in the texts, and of every word that allows no exception. See `judge-words.ts`. */
export const wordSources: readonly Source[] = [
  // Lengths.
  from`Пароль повинен містити мінімум ${passwordMinLength} символів`,
  from`Щонайменше ${passwordMinLength} символів`,
  from`Пароль не може бути довшим за ${passwordMaxLength} символів`,
  from`Сообщение должно содержать минимум ${feedbackMinLength} символов`,
  from`щонайменше ${feedbackMinLength} символів`,
  from`Не більше ${longestMessage} символів`,
  from`від ${feedbackMinLength} до ${longestMessage} символів`,
  from`Не більше ${longestName} символів`,
  from`уміщається щонайбільше ${longestName} символів`,
  from`Не більше ${longestStory} символів`,
  from`може містити щонайбільше ${longestStory} символів`,
  from`Пароль може містити щонайбільше ${passwordMaxLength} символів`,
  from`від ${reportMinLength} до ${reportMaxLength} символів`,
  from`До ${reportMaxLength} символів`,
  from`Не більше ${reportMaxLength} символів`,
  plain('+380 67 123 45 67', 'how a telephone number is written'),
  plain('+380 44 123 45 67', 'how a telephone number is written'),
  plain('−12 або 7,5', 'how a number is written'),
  plain('© 2025', 'a year'),

  // What is sold.
  from`протягом ${daysToAddRest} днів від оплати решту комплекту`,
  from`Один тест на ${common(full.map((test) => test.validityDays))} днів`,
  from`та ${common(full.map((test) => test.examAttempts))} спроби екзамену з оцінкою`,
  from`складається з ${questions} запитань. У вас ${common(full.map((test) => test.examAttempts))} спроби`,
  from`проба із ${sampleQuestions} завдань`,
  from`${sampleQuestions} завдань зі словами безкоштовно`,
  from`${sampleQuestions} завдань із числами й літерами безкоштовно`,
  from`${sampleQuestions} запитань не дають оцінки IQ`,
  from`${sampleQuestions} зі словами`,
  from`${sampleQuestions} із числами`,
  from`${sampleQuestions} із фігурами`,
  from`${sampleQuestions} завдань із фігурами та умовами безкоштовно`,
  from`${sampleQuestions} завдань тих самих видів`,
  from`${sampleQuestions} таких безкоштовно`,
  from`${sampleQuestions} відповідей замало`,
  from`екзаменів — ${common(samples.map((test) => test.examAttempts))}`,
  from`Усі ${full.length} тести IQ`,
  from`зупинити до ${mostPauses} разів, разом до ${pauseMinutes} хвилин`,
  from`поставити на паузу: до ${mostPauses} разів, разом до ${pauseMinutes} хвилин`,
  proven('Якщо лунає тривога, спершу подбайте про себе: тут нічого не зникне', pausedAndBack),
  proven('Усі відповіді на сервері. Сторінку можна закрити', pausedAndBack),
  proven('На сервері ще не все', pausedOffline),
  proven('За пів хвилини годинник піде сам', 'a pause ends by itself after 150 of 151 minutes'),
  proven(
    'за пів хвилини до того ми попередимо',
    'the end of a pause is announced once, half a minute before it comes by itself',
  ),
  proven(
    'Екзамен за пів хвилини піде далі',
    'the end of a pause is announced once, half a minute before it comes by itself, and not if the pause has ended',
  ),
  proven('Для кожного тесту є проба', 'a guest sees verbal, math and logic tests, each with its free sample'),
  proven('вона є для кожного виду завдань', 'a guest sees verbal, math and logic tests, each with its free sample'),
  proven('вона нічого не коштує', everyPrice),
  proven('триває кілька хвилин і нічого не коштує', everyPrice),
  proven('Ціни вказано в гривнях на сторінці кожного тесту', everyPrice),
  plain('вистачить чотирьох арифметичних дій', 'those that there are'),
  proven(
    'Після кожного оновлення сайту ми самі надсилаємо роботу ще раз',
    'a page of a new build resends a refused submission once',
  ),
  proven(
    'Коли всі відповіді дійшли вчасно, запізнення немає',
    'a submission that brings nothing new is not late, whenever it comes, by its result and by its receipt',
  ),
  proven('Того самого тесту двічі не продаємо', 'says so and sells nothing twice'),
  proven('Комплект дає на кожен його тест те саме', 'once paid, it opens three tests and sends a letter'),
  plain('Кожен тест доступний у двох режимах', 'the two that the list below names'),
  plain('До 150 ₴', 'a bound of the filter, which its value repeats'),
  plain('До 200 ₴', 'a bound of the filter, which its value repeats'),
  plain('Вона адресована кожній дієздатній особі', 'whom the offer is made to'),
  plain('молодшим за 18 років', 'the age of the civil code'),
  plain('не старший за два роки', 'what a buyer needs'),

  // Trainings.
  from`За ${time(hour)} можна почати …, за ${time(day)} — …; спроб екзамену вони не витрачають`,
  from`Почати можна … тренувань за ${time(hour)} й … за ${time(day)}`,
  from`їх можна почати … за ${time(day)}`,
  from`Тренуватися можна … разів на ${time(day)}`,
  from`до ${anHour} за ${time(hour)} й до ${aDay} за ${time(day)}`,
  from`розбір зберігається для ${keptWhole} останніх завершених тренувань`,
  from`розбір тренування й час його відповідей — для ${keptWhole} останніх`,
  proven('разом з усіх ваших тестів', bounds),
  proven('правильними відповідями та поясненнями після кожного', explained),
  proven('тренувань тесту кожним способом', 'the papers of its newest ten practices apart from its trainings'),
  proven('останніх тренувань кожного тесту', trimmed),
  proven('пояснення до кожного запитання', explained),
  proven('розібрано кожне завдання', explained),
  proven('Після кожної відповіді одразу видно', practice),
  proven('Можна вийти будь-коли', practice),
  plain('Усі завдання поспіль', 'how a training as an exam goes'),
  plain('підходять дві відповіді', 'an example of what may be reported'),
  proven(
    'результати всіх, кому воно трапилося, буде перераховано',
    'the server grades every exam with a mended item again',
  ),

  // Exams.
  proven('В одному екзамені ніщо не повторюється', 'has thirty questions that ask nothing twice'),
  proven('Кінця роботи, на який забракло часу, щонайбільше третини', notReached),
  proven('цього кінця роботи, щонайбільше третини', notReached),
  proven('кінця роботи, на який забракло часу, щонайбільше третини', notReached),
  proven('Кожна відповідь зберігається', saved),
  proven('жодна відповідь не зникла', saved),
  proven('усе зберігається на цьому пристрої', saved),
  proven('усе збережено на цьому пристрої', saved),
  proven('зв’язку нічого не змінить', saved),
  proven('буде все, що встигло дійти до сервера', 'by keyboard alone, through a lost network, and on another device'),
  proven('Біля запитання завжди видно', 'the screen never calls it saved on this device'),
  proven(
    'Останню хвилину видно завжди',
    'the clock is hidden from a person who switched it off, until the last minute',
  ),
  proven('Минула половина часу', warnings),
  proven('Лишилося п’ять хвилин', warnings),
  proven('лишилося десять хвилин', 'a person who left an exam running gets one push message with ten minutes to go'),
  proven('дано на двох пристроях', twoDevices),
  proven('Дві відповіді', twoDevices),
  proven(
    'тож нічого не втрачено',
    'reports a smaller danger once the server has every answer that the browser refused',
  ),
  proven('оцінено рівно один раз', gradedOnce),
  proven('оцінюється рівно один раз', gradedOnce),
  proven('Натиснули «Здати» двічі', gradedOnce),
  proven(
    'Годиться будь-який пристрій',
    'the server merges an answers file while the exam runs, and the exam stays open',
  ),
  proven('Оцінено все, що надійшло', 'a submission after the deadline is graded'),
  proven('Ви відповіли на всі запитання', 'the last question leads to the submission dialog, which leads back'),
  proven(
    'Усі відповіді вже на сервері',
    'an unfolded line stays when every answer has reached the server, says so, and disappears when it is folded',
  ),
  proven(
    'Сервер прийняв усі відповіді з файла',
    'an answers file after the deadline becomes the submission: late, graded, with a receipt',
  ),
  proven(
    'Усі відповіді з файла сервер уже мав',
    'an answers file replaces no later answer, and the reply names its answers that are superseded',
  ),
  proven('користуючись лише клавіатурою, а кожен малюнок має текстовий опис', 'says in words what it draws'),
  proven('Кожен малюнок має текстовий опис', 'says in words what it draws'),
  plain('пристрій готовий до екзамену', 'the outcome of the check above it'),
  plain('Не всі відповіді на сервері', 'what a dialog is about'),

  // Scores.
  proven('Зразок: вербальний тест, 24 правильні відповіді з 30', sample),
  proven('Імовірний діапазон: від 87 до понад 130', sample),
  proven('Близько 81 зі 100 рівнів на кривій — нижчі', sample),
  proven('7 з 8', sample),
  proven('6 з 7', sample),
  proven('11 з 15', sample),
  from`від ${scale.from} до ${scale.to}`,
  from`«понад ${namedScale.high}» або «до ${namedScale.low}»`,
  from`Понад ${namedScale.high} і до ${namedScale.low}`,
  proven('«від 93 до понад 130»', 'no score names a number beyond 130 or below 70'),
  from`середнє ${mean}, відхилення ${deviation}`,
  proven('Сто людей за цією кривою, як сто клітинок', 'draws a hundred people for a score'),
  proven('щонайменше 93 рази зі 100', coverage),
  proven('навіть коли всі завдання разом на 7–8 балів IQ легші чи важчі, ніж ми вважаємо', coverage),
  proven('і тоді, коли всі завдання разом легші чи важчі на пів логіта, тобто на 7–8 балів IQ', coverage),
  from`крайні числа потребують більше доказів, ніж ${questions} завдань`,
  from`Перша звичайна: ${questions} завдань не можуть`,
  plain('У кожного завдання є складність', 'what a difficulty is'),
  plain('У діапазоні дві похибки', 'the two that follow'),
  plain('Шість запитань, які варто поставити', 'those that follow'),
  proven('±12–14 балів. Ми пишемо ширше, від ±25 до ±27', ofManual),
  proven(
    'Хто склав два або три тести',
    'three results make an overall score with its interval on the home and under a result',
  ),
  from`понад ${Math.round(100 * lastPart)} % усього часу`,
  plain('2.2, 30 листопада 2026', 'a version'),
  plain('2.1, 30 листопада 2026', 'a version'),
  plain('2.0, 30 листопада 2026', 'a version'),
  plain('1.5, 29 листопада 2026', 'a version'),
  plain('1.4, 26 листопада 2026', 'a version'),
  plain('1.1, 23 листопада 2026', 'a version'),
  plain('не можуть сказати все', 'what a test cannot do'),
  plain('Друга більша: усі завдання разом можуть', 'what may be so'),
  plain('якби всі складності були правильні', 'a supposition'),
  plain('Повторюваність 1 означала б, що дві роботи однієї людини дають те саме число, а 0', 'what reliability is'),
  plain('Обидва стовпчики говорять', 'those of the table above'),
  plain('складність кожного завдання інша, ніж ми вважаємо', 'what is simulated'),
  proven('повторюваність була від 0,61 до 0,69', 'the reliability and error that the manual prints'),
  plain('Число 100 означатиме тоді середнє тих', 'what calibration fixes'),
  proven(
    'про нього судимо за двома іншими',
    'an overall score of two tests says that the third is judged by the other two',
  ),
  proven(
    'Навмання виходить половина',
    'keptRules lists which changing rules of a matrix each option keeps: the right one all, all options together a half',
  ),
  plain('ті самі три значення в рядку', 'what a distribution is'),
  proven('Файл зі складністю кожного завдання', 'a result file has the weight and mark of each question by its place'),
  from`буде від ${fewestSittings} перших робіт з оцінкою`,
  from`коли перших робіт з оцінкою стане ${fewestSittings}`,
  proven(
    'для кожної людини рахуємо лише першу, а якщо за неї числа немає, то жодної',
    'each person is counted once for a test, by the first exam, and not at all if that exam has no score',
  ),
  proven('Кожен може перерахувати', 'imports nothing but node:fs, below the part that the page uses'),
  plain('хто розв’язав майже все', 'who is meant'),
  plain('Бо жоден тест не вимірює', 'what no test does'),
  plain('Невизначеність, через яку діапазони широкі, спільна для всіх спроб', 'what the interval is made of'),
  plain('… зі 100 рівнів на кривій — нижчі', 'the scale of a percentile'),
  plain('нижче за вашу оцінку були б … зі 100 людей', 'the scale of a percentile'),
  proven('Менш ніж 1', 'never a percentile of 100'),
  proven('Понад 99', 'never a percentile of 100'),
  proven('менш ніж третина', 'withholds the score, with a reason, when fewer than a third were answered'),
  from`Більш ніж на ${1 / greatestRapidShare} частину запитань`,
  proven('Остання хвилина не рахується', 'the grading ignores the speed of answers in the last minute'),
  proven('нікому не шкодять', 'never finds a reader behind a network that delays, holds and gathers calls at will'),
  proven('раз на покупку', freeRepeat),
  plain('число нічого не сказало б', 'why there is none'),
  plain('відповіді нічого не кажуть про рівень', 'why there is none'),
  proven('Оцінка IQ завжди подається разом з діапазоном', 'or of a score without its interval'),
  plain('Кожен тест вимірює один бік мислення', 'what the tests are'),
  plain('Жоден із них не вимірює цінності людини', 'what a test is not'),
  plain('не виключає жодних розладів', 'what a test is not'),
  plain('Ніщо тут не обмежує відповідальності', 'a term'),
  proven('кожна зі своїм діапазоном', 'draws attempts with their intervals'),
  proven('скільки часу кожне запитання було на екрані', 'and the time of each question, each with its table'),
  proven(
    'які запитання вдалися, скільки часу пішло на кожне, і два завдання виду, який дався найважче, з поясненням',
    'how each question went and how long it took, and offers the review of the worst kind',
  ),
  proven(
    'відкриваються два завдання того виду, який дався найважче',
    'opens two wrong ones of the kind that went worst',
  ),
  proven('у кожному виді завдань', 'how long the exam took and how each kind of task went'),
  proven(
    'в ній нічого не змінено',
    'a library verifies a certificate as an Open Badge by what the server publishes, and rejects a changed result or name',
  ),

  // Certificates.
  proven('Його побачить кожен, хто має адресу', certificate),
  proven('результат перевірить кожен', certificate),
  proven('який будь-хто може перевірити', certificate),
  proven('бачить кожен, хто має її адресу', certificate),
  proven('Закрити її можна будь-коли', 'an owner closes a certificate and opens it again at the same address'),
  proven(
    'Відкликати сертифікат можна будь-коли',
    'an owner closes a certificate and opens it again at the same address',
  ),
  proven('Видати новий можна будь-коли', 'an owner closes a certificate and opens it again at the same address'),

  // Accounts.
  from`Обліковий запис закрито, через ${time(daysToReturn * day)} його буде`,
  from`Через ${time(daysToReturn * day)} дані буде`,
  from`або ${time(daysToReturn * day)} минуло`,
  from`або за ${time(mostCheckingDays * day)} нічого не вирішить`,
  proven('буде видалено назавжди', erased),
  proven('дані буде стерто назавжди', erased),
  proven(
    'До того часу все можна повернути',
    'the link of the letter restores a closed account once, and then nothing is erased',
  ),
  proven('усе лишиться, як було', 'the link of the letter restores a closed account once, and then nothing is erased'),
  proven('усі сеанси завершаться', erased),
  proven('Сеанси на всіх пристроях завершено', everySession),
  proven('Завершити сеанси на всіх пристроях', everySession),
  proven('ввійти знову на всіх пристроях', everySession),
  from`Посилання діє ${time(linkMinutes * 60)}`,
  proven('підтвердите обидві', mailboxes),
  proven('листи на обидві адреси', mailboxes),
  proven(
    'на всіх сторінках і під час екзамену',
    'a dark theme chosen on a light device applies immediately, before any script of the next page',
  ),
  proven(
    'Усе, що ми зберігаємо про вас, одним файлом',
    'a person downloads all that the server keeps about them as one JSON document',
  ),
  plain('Тут буде все, що варто знати', 'what the list is for'),
  plain('Кожне має просте правило', 'what is seen there'),
  plain('Нікому його не надсилайте', 'an advice'),
  plain('Спробуйте ще раз за хвилину', 'an advice'),
  plain('спробуйте ще раз за хвилину', 'an advice'),
  plain('за хвилину прийде лист', 'how long a letter usually takes'),
  plain('Усе гаразд', 'the outcome of the check'),
  plain('не гарантовано', 'what is not promised'),
  proven('Вимкнути можна будь-коли', 'pushes that a person switches off without a network are off'),
  proven('Лишилася одна хвилина', warnings),

  // Money.
  from`протягом ${daysOfGrace} днів від оплати`,
  proven('не почали жодного екзамену', 'a refund is refused for a begun exam, 15 days after the payment, or for both'),
  proven('за одне замовлення надійшло два платежі', 'the server asks LiqPay to return a second payment of an order'),
  proven('скасовується автоматично через добу', 'an order whose checkout could not be opened expires after a day'),
  proven(
    'пропорційно до їхніх цін на день замовлення, з точністю до копійки',
    'the parts of a price add up to it to the kopiyka',
  ),
  kept('за 7 днів від звернення', 'A test that does not work as it is described is mended within 7 days'),
  kept('протягом 3 робочих днів, а кошти', 'Letters about money are answered within 3 working days'),
  plain('вашому банку, зазвичай до 10 робочих днів', 'the bank’s time'),
  kept('протягом 10 робочих днів', 'Complaints are looked at within 10 working days'),
  plain('Якщо за годину нічого не змінилося', 'an advice'),
  proven('за тиждень і за добу', ends),
  proven('За тиждень: ', 'counts the trainings of both paces in the seven days up to it, and their right answers'),
  proven('відкриті всім, навіть без реєстрації', 'an item to solve on the landing page'),
  proven(
    '6 запитань · кілька хвилин · без реєстрації',
    'a newcomer reaches a first question in one tap, sees the result of six immediately',
  ),

  // Personal data.
  cell`${term('feedback')}`,
  cell`${term('notifications')}`,
  cell`${term('namelessExams')}`,
  from`на ${term('namelessExams')} лишається безіменне`,
  cell`${term('sessions')} після завершення`,
  cell`${term('mails')}`,
  cell`${term('pushes')}`,
  cell`${term('staffLooks')}`,
  proven('Доставити сповіщення й не надіслати його двічі', 'a push message about one subject is sent once'),
  from`Не довше ніж ${time(atMost(longestCounter, day))}`,
  from`через ${term('unusedAccounts')} після реєстрації`,
  proven(
    'в якому нічого не замовлено',
    'the server deletes an unconfirmed account without orders after a year, if nobody is signed in',
  ),
  proven(
    'немає жодного сеансу входу',
    'the server deletes an unconfirmed account without orders after a year, if nobody is signed in',
  ),
  proven('Згоду можна відкликати будь-коли', consent),
  proven('Відкликати її можна будь-коли', consent),
  from`він діє ${time(maxAgeSeconds)}`,
  from`лише у вашому браузері, щонайбільше ${time(longestTrialSeconds)}`,
  kept('протягом 30 днів. Записи', 'Letters about personal data are answered within 30 days'),
  kept('не більше ніж два на місяць', 'at most two letters a month'),
  kept('протягом 3 робочих днів.', 'who writes that they want none gets none after 3 working days'),
  kept(
    'не передаємо нікому, крім поштового сервісу',
    'The address of the newsletter is given to the mail service alone',
  ),

  // What pictures show, and what a kind of task is.
  plain('подивіться, як усе влаштовано', 'an invitation'),
  plain('3, 6, 12, 24', 'what the picture shows'),
  plain('в таблиці три на три', 'what a matrix is'),
  plain('як із двох малюнків утворюється третій', 'what an overlay is'),
  plain('одна, дві й три фігури', 'what the picture shows'),

  // Letters, notifications, refusals.
  proven('Його вже закрито: усі сеанси завершено', erased),
  plain('Якщо ви нічого не видаляли', 'of who did not ask for it'),
  proven('Нічого не видалено', 'the link of the letter restores a closed account once, and then nothing is erased'),
  plain('Увійдіть як завжди', 'how to sign in'),
  plain('Якщо ви нічого про це не знаєте', 'of who did not ask for it'),
  plain('Якщо ви нічого не просили', 'of who did not ask for it'),
  plain('більше нічого робити не треба', 'of who did it'),
  plain('Вам нічого робити не потрібно', 'of money that goes back by itself'),
  proven(
    'Якщо вашу адресу ввів хтось інший, доступу він не матиме',
    'an attacker who registered another person’s address loses access once its owner confirms it',
  ),
  proven(
    'Якщо вашу адресу вказав хтось інший, доступу він не матиме',
    'an attacker who makes another person’s address their new one loses access',
  ),
  proven('Він може будь-коли її закрити', 'an owner closes a certificate and opens it again at the same address'),
  plain('Open Badges 3.0', 'the name of a standard'),
  proven('з підписом, який може перевірити кожен', certificate),
  plain('Усі спроби екзамену за цією покупкою вже використано', 'why it is refused'),
  plain('Не всі з них збережено', 'what is not there'),
  proven('розпочате можна завершити будь-коли', bounds),
  plain('спробуйте за хвилину', 'an advice'),
  plain('раз на сторінці тесту', 'where to go'),
  proven('За добу ми готували цей екзамен забагато разів', 'leaves no paper, and at most twenty are prepared in a day'),
  proven('Забагато замовлень за добу лишилося', 'one person may leave twenty orders of a day unpaid'),
  proven(
    'Усе, що ви відповіли, збережено',
    'a person who left an exam running gets one push message with ten minutes to go',
  ),
  proven('За добу можна повідомити про', 'a person may file 20 question reports a day'),
  plain('Таблиця три на три', 'what the picture shows'),
  from`Усі ${goalOf('three-types')} види`,
  from`Складіть екзамени ${goalOf('three-types')} видів`,
  from`Ви склали екзамени всіх ${goalOf('three-types')} видів`,
  from`Завершіть ${goalOf('ten-trainings')} тренувань`,
  from`Ви завершили ${goalOf('ten-trainings')} тренувань`,
  from`Дайте щонайменше ${goalOf('ninety-percent')} % правильних`,
  from`ви дали щонайменше ${goalOf('ninety-percent')} % правильних`,
  from`Повний тест має ${questions} запитань`,
  proven('менш ніж на третину запитань', 'withholds the score, with a reason, when fewer than a third were answered'),
  plain('над кожним завданням можна спокійно подумати', 'an advice'),
]
