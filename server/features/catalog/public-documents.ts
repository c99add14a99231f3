import { publicPages } from '#contract/public-pages.ts'
import type { Seller } from '../../config/config.ts'
import type { Failure } from '../../failure.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { addressTags, dataBlock, siteName, usualPicture, wordTags } from '../../html/link-preview.ts'
import { brand, notListed, type PlainDocument, type PlainLook, plainPage } from '../../html/plain-page.ts'
import { daysOfGrace } from '../legal/days-of-grace.ts'
import type { LegalTextRow } from '../legal/newest-legal-text.ts'
import type { BundleLine } from './bundles.ts'
import type { TestRow } from './present-test.ts'

/** What every public page is drawn with. */
export interface PublicFrame {
  look: PlainLook
  /** The whole address of the site, without a slash at the end. */
  origin: string
  seller: Seller
}

/** What people ask, in plain text; blank lines part paragraphs. */
export interface Question {
  topic: string
  question: string
  answer: string
}

interface PublicTest {
  test: TestRow
  /** The free sample of the same kind; null where there is none on sale. */
  trial: TestRow | null
  /** Those on sale that have it in. */
  bundles: readonly BundleLine[]
  /** The path of the picture of a link to it. */
  picture: string
}

/** The page of a test on sale: what it is, what it costs today, on what terms, and the ways to begin. */
export function testDocument(frame: PublicFrame, { test, trial, bundles, picture }: PublicTest): PlainDocument {
  const { slug, title, summary, price, infoHtml } = test
  const body = `<div class="columns">
<div>
<p class="kind">${price === 0 ? 'Безкоштовна проба' : 'Повний тест'}</p>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(summary)}</p>
</div>
${price === 0 ? trialCard(test) : priceCard(test, { trial, bundles, seller: frame.seller })}
<article class="about">
${ofGuests(infoHtml)}
</article>
</div>`
  const claims = { title, about: summary, path: publicPages.test(slug), picture, data: productOf(frame, test, picture) }
  return pageOf(frame, { title, head: headOf(frame, claims) }, body)
}

function trialCard(test: TestRow): string {
  return card(test, [tryFree(test)], [`${why} Картка не потрібна. ${logIn(test)}`])
}

/** What costs nothing comes first (decision 0080). */
function priceCard(
  test: TestRow,
  { trial, bundles, seller }: Pick<PublicTest, 'trial' | 'bundles'> & { seller: Seller },
) {
  const choose = `<a class="button" href="${registrationFor(test)}">Обрати тест</a>`
  const refund = `<strong>${inWords(days(daysOfGrace))} на повернення всієї суми,</strong> якщо ви не почали жодного екзамену. <a href="${publicPages.payment}">Оплата й повернення</a>`
  return card(
    test,
    [...(trial === null ? [] : [tryFree(trial)]), choose, ...bundles.map((bundle) => bundleLine(bundle, test))],
    [`${why} ${logIn(test)}`, refund, sellerLine(seller)],
  )
}

function card(test: TestRow, ways: readonly string[], notes: readonly string[]): string {
  const facts = factsOf(test).map(([count, noun]) => `<li><strong>${count}</strong> ${noun}</li>`)
  return `<section class="card" aria-label="Ціна й умови">
<p class="price">${priceNamed(test)}</p>
<ul class="facts">${facts.join('')}</ul>
<div class="ways">${ways.join('\n')}</div>
${notes.map((note) => `<p class="small">${note}</p>`).join('\n')}
</section>`
}

/** Together for less: the page of `test` offers it to who has an account. */
function bundleLine({ title, price, currency, spared }: BundleLine, test: TestRow): string {
  const named = (amount: number) => priceNamed({ price: amount, currency })
  return `<p class="bundle"><a href="${registrationFor(test)}">${escapeHtml(title)} · ${named(price)}</a> <span class="soft">на ${named(spared)} дешевше, ніж окремо</span></p>`
}

const tryFree = (test: TestRow) => `<a class="button first" href="${registrationFor(test)}">Спробувати безкоштовно</a>`
const why = 'Обліковий запис потрібен, щоб відповіді й результат збереглися за вами.'
const logIn = ({ slug }: TestRow) => `Уже є обліковий запис? <a href="/tests/${encodeURIComponent(slug)}">Увійти</a>`
const sellerLine = ({ name, taxNumber }: Seller) => `Продавець: ${escapeHtml(name)}, код ${escapeHtml(taxNumber)}.`
const inWords = (counts: [string, string]) => counts.join('\u00a0')

const registrationFor = ({ slug }: TestRow) => `/register?test=${encodeURIComponent(slug)}`

/** Stored HTML whose links to tests lead a guest to pages that a guest can read. */
const ofGuests = (html: string) =>
  html.replaceAll(/href="\/tests\/([\w-]+)"/g, (_link, slug: string) => `href="${publicPages.test(slug)}"`)

function factsOf({ questionCount, durationMinutes, examAttempts, validityDays }: TestRow): [string, string][] {
  const [count, noun] = days(validityDays)
  return [
    counted(questionCount, 'запитання', 'запитання', 'запитань'),
    counted(durationMinutes, 'хвилина', 'хвилини', 'хвилин'),
    counted(examAttempts, 'екзамен', 'екзамени', 'екзаменів'),
    [count, `${noun} доступу`],
  ]
}

const days = (count: number) => counted(count, 'день', 'дні', 'днів')

const plural = new Intl.PluralRules('uk')

function counted(count: number, one: string, few: string, many: string): [string, string] {
  const forms = { one, few, many, other: few, zero: many, two: few }
  return [String(count), forms[plural.select(count)]]
}

/** «199 ₴», «1 149,50 ₴»; nothing to pay is «Безкоштовно». */
function priceNamed({ price, currency }: Pick<TestRow, 'price' | 'currency'>): string {
  if (price === 0) return 'Безкоштовно'
  const minimumFractionDigits = price % 100 === 0 ? 0 : 2
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits } as const
  return escapeHtml(new Intl.NumberFormat('uk-UA', format).format(price / 100))
}

function productOf({ origin, seller }: PublicFrame, test: TestRow, picture: string): object {
  const url = origin + publicPages.test(test.slug)
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: test.title,
    description: test.summary,
    image: origin + picture,
    url,
    sku: test.slug,
    inLanguage: 'uk',
    brand: { '@type': 'Brand', name: siteName },
    offers: {
      '@type': 'Offer',
      url,
      // What is asked for today, to the kopiyka.
      price: (test.price / 100).toFixed(2),
      priceCurrency: test.currency,
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: seller.name },
    },
  }
}

interface Answered {
  /** In their order, those of a topic one after another. */
  questions: readonly Question[]
  /** What is on sale, in its order. */
  tests: readonly TestRow[]
  bundles: readonly BundleLine[]
  /** The edition of the offer that is in force; undefined where none was published. */
  offer: LegalTextRow | undefined
}

const questionWords = {
  title: 'Питання й відповіді',
  about: 'Оплата, повернення грошей, екзамен і результат: що питають до покупки й після неї.',
}

/** The page of questions and answers: how to pay and how money comes back, what people ask, what is on sale, and the offer. */
export function questionsDocument(frame: PublicFrame, { questions, tests, bundles, offer }: Answered): PlainDocument {
  const topics = [...new Set(questions.map(({ topic }) => topic))]
  const ofTopic = (topic: string) => questions.filter((each) => each.topic === topic)
  const body = `<div class="columns">
<div>
<h1>${questionWords.title}</h1>
<p class="lead">${questionWords.about}</p>
</div>
${paymentCard(frame.seller)}
<div>
${topics.map((topic, place) => topicSection(topic, ofTopic(topic), place === 0)).join('\n')}
</div>
</div>
${shopSection(tests, bundles)}
${offer === undefined ? '' : offerSection(offer)}`
  const data = {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: 'uk',
    url: frame.origin + publicPages.questions,
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  const head = headOf(frame, { ...questionWords, path: publicPages.questions, picture: usualPicture, data })
  return pageOf(frame, { title: questionWords.title, head }, body)
}

function paymentCard({ name, taxNumber, address, phone, email }: Seller): string {
  const write = mailTo(email)
  return `<section class="card" id="oplata" aria-labelledby="oplata-title">
<h2 id="oplata-title">Оплата й повернення</h2>
<dl>
<dt>Повернення грошей</dt><dd>Протягом ${inWords(days(daysOfGrace))} від оплати повернемо всю суму на ваш запит, без пояснень, якщо ви не почали жодного екзамену.</dd>
<dt>Як їх повернути</dt><dd>Напишіть на ${write} з адреси, на яку зареєстровано обліковий запис, і вкажіть назву тесту.</dd>
<dt>Оплата</dt><dd>Одним платежем на захищеній сторінці платіжного сервісу. Даних картки ми не бачимо й не зберігаємо. Автоматичних списань немає.</dd>
<dt>Коли відкриється тест</dt><dd>Щойно платіжний сервіс підтвердить оплату, зазвичай за кілька секунд.</dd>
<dt>Продавець</dt><dd>${escapeHtml(name)}, код ${escapeHtml(taxNumber)}<br>${escapeHtml(address)}<br>${callTo(phone)}<br>${write}</dd>
</dl>
</section>`
}

const mailTo = (email: string) => `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`
const callTo = (phone: string) =>
  `<a href="tel:${escapeHtml(phone.replaceAll(/[^+\d]/g, ''))}">${escapeHtml(phone)}</a>`

function topicSection(topic: string, questions: readonly Question[], isOpen: boolean): string {
  const folds = questions.map(({ question, answer }) => {
    const paragraphs = answer.split(/\n\s*\n/).map((text) => `<p>${escapeHtml(text)}</p>`)
    return `<details${isOpen ? ' open' : ''}><summary><h3>${escapeHtml(question)}</h3></summary><div class="answer">${paragraphs.join('')}</div></details>`
  })
  return `<section class="topic"><h2>${escapeHtml(topic)}</h2>
${folds.join('\n')}
</section>`
}

function shopSection(tests: readonly TestRow[], bundles: readonly BundleLine[]): string {
  if (tests.length === 0) return ''
  const cards = tests.map(
    (test) =>
      `<li><a href="${publicPages.test(test.slug)}">${escapeHtml(test.title)}</a><span class="soft">${escapeHtml(test.summary)}</span><strong>${priceNamed(test)}</strong></li>`,
  )
  return `<section class="shop" id="testy"><h2>Тести й ціни</h2>
<ul class="tests">${cards.join('\n')}</ul>
${bundles.map((bundle) => bundleLine(bundle, bundle.tests[0]!)).join('\n')}
</section>`
}

const kyivDay = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })

function offerSection({ title, contentHtml, version, publishedAt }: LegalTextRow): string {
  // Its digest says nothing to people.
  const edition = `Редакція ${version.replace(/-[0-9a-f]{12}$/, '')} від ${kyivDay.format(publishedAt)}`
  return `<section class="offer" id="oferta"><h2>${escapeHtml(title)}</h2>
<details><summary>${escapeHtml(edition)}</summary><div class="answer about">${contentHtml}</div></details>
</section>`
}

/** What is read in place of a public page that is not there, or that failed. */
export function failureDocument(frame: PublicFrame, failure: Failure): PlainDocument {
  const { title, text } =
    failure.statusCode === 404
      ? { title: 'Такого тесту немає', text: 'Можливо, його зняли з продажу або в адресі помилка.' }
      : { title: 'Сторінка не відкрилася', text: failure.message }
  const body = `<h1>${title}</h1>
<p class="lead">${escapeHtml(text)}</p>
<p class="lead"><a href="${publicPages.questions}#testy">Тести й ціни</a></p>`
  return pageOf(frame, { title, head: notListed }, body)
}

interface Claims {
  title: string
  about: string
  path: string
  picture: string
  data: object
}

function headOf({ origin }: PublicFrame, { title, about, path, picture, data }: Claims): string {
  const words = { title: escapeHtml(`${title} · ${siteName}`), about: escapeHtml(about) }
  return [
    `<meta name="description" content="${words.about}">`,
    `<link rel="canonical" href="${escapeHtml(origin + path)}">`,
    ...wordTags(words),
    ...addressTags(origin + path, origin + picture),
    dataBlock(data),
  ].join('\n')
}

interface PageHead {
  title: string
  head: string
}

function pageOf({ look, seller }: PublicFrame, said: PageHead, main: string): PlainDocument {
  const body = `<header class="bar frame">
<a class="brand" href="/">${brand}</a>
<nav aria-label="Сайт"><a class="wide" href="${publicPages.questions}#testy">Тести й ціни</a><a class="wide" href="/examples">Приклади</a><a class="wide" href="${publicPages.questions}">Питання й відповіді</a><a href="/login">Увійти</a></nav>
</header>
<main class="frame">
${main}
</main>
<footer><div class="foot frame">
<nav aria-label="Розділи"><ul><li><a href="/">Головна</a></li><li><a href="${publicPages.questions}#testy">Тести й ціни</a></li><li><a href="/examples">Приклади</a></li><li><a href="${publicPages.questions}">Питання й відповіді</a></li><li><a href="/ocinka-iq.html">Як ми рахуємо оцінку</a></li><li><a href="/register">Реєстрація</a></li></ul></nav>
<address>${callTo(seller.phone)} ${mailTo(seller.email)}</address>
<p class="small">${sellerLine(seller)}<br>© 2025 ${siteName}</p>
</div></footer>`
  return { html: plainPage(look, { ...said, body }), policy: look.policy }
}
