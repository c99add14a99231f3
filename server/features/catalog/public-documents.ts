import { publicPages, scoringPage } from '#contract/public-pages.ts'
import type { Seller } from '../../config/config.ts'
import type { Failure } from '../../failure.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { addressTags, dataBlock, siteName, usualPicture, wordTags } from '../../html/link-preview.ts'
import { brand, notListed, type PlainDocument, type PlainLook, plainPage } from '../../html/plain-page.ts'
import { daysOfGrace } from '../legal/days-of-grace.ts'
import type { LegalTextRow } from '../legal/newest-legal-text.ts'
import type { BundleLine } from './bundles.ts'
import { daysToAddRest } from './ownership.ts'
import type { Manual } from './manual.ts'
import type { TestRow } from './present-test.ts'

/** What every public page needs. */
export interface PublicFrame {
  look: PlainLook
  /** The site's origin, without a slash at the end. */
  origin: string
  seller: Seller
}

/** A question and its answer in plain text; blank lines separate paragraphs. */
export interface Question {
  topic: string
  question: string
  answer: string
}

interface PublicTest {
  test: TestRow
  /** The free sample of the same kind; null if none is on sale. */
  trial: TestRow | null
  /** Bundles on sale that have this test. */
  bundles: readonly BundleLine[]
  /** The path of the picture that a link to it shows. */
  picture: string
}

/** The page of a test on sale: what it is, today's price, the terms, and the ways to begin. */
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
  const path = publicPages.test(slug)
  const claims = { title, about: summary, path, picture, data: productOf(frame, { ...test, path }, picture) }
  return pageOf(frame, { title, head: headOf(frame, claims) }, body)
}

function trialCard(test: TestRow): string {
  return card(test, [tryFree(test)], [`Без реєстрації й картки. ${logIn(test)}`])
}

/** Free offers come first (decision 0080). */
function priceCard(
  test: TestRow,
  { trial, bundles, seller }: Pick<PublicTest, 'trial' | 'bundles'> & { seller: Seller },
) {
  const choose = `<a class="button" href="${registrationFor(test)}">Обрати тест</a>`
  return card(
    test,
    [...(trial === null ? [] : [tryFree(trial)]), choose, ...bundles.map(bundleLine)],
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

function bundleLine({ slug, title, price, currency, spared }: BundleLine): string {
  const named = (amount: number) => priceNamed({ price: amount, currency })
  return `<p class="bundle"><a href="${publicPages.bundle(slug)}">${escapeHtml(title)} · ${named(price)}</a> <span class="soft">на ${named(spared)} дешевше, ніж окремо</span></p>`
}

/** Describes a bundle in plain text: how many tests, and how much it saves. */
export function aboutBundle({ tests, currency, spared }: BundleLine): string {
  const count = inWords(counted(tests.length, 'тест', 'тести', 'тестів'))
  return `${count} одним платежем, на ${moneyOf({ price: spared, currency })} дешевше, ніж окремо.`
}

/** The page of a bundle on sale: its tests, today's price and saving, the terms, and the way to buy it. */
export function bundleDocument(frame: PublicFrame, bundle: BundleLine, picture: string): PlainDocument {
  const { slug, title, price, currency, spared, tests } = bundle
  const about = aboutBundle(bundle)
  const way = encodeURIComponent(slug)
  const body = `<div class="columns">
<div>
<p class="kind">Комплект</p>
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(about)}</p>
</div>
<section class="card" aria-label="Ціна й умови">
<p class="price">${priceNamed(bundle)}</p>
<p class="soft">замість ${priceNamed({ price: price + spared, currency })} окремо</p>
<div class="ways"><a class="button first" href="/register?bundle=${way}">Обрати комплект</a></div>
<p class="small">${why} Уже є обліковий запис? <a href="/bundles/${way}">Увійти</a></p>
<p class="small">${refund} Тест, у якому ви не почали екзамену, можна повернути й окремо: повернемо його частку ціни комплекту.</p>
<p class="small">Спершу візьмете один тест? Протягом ${inWords(days(daysToAddRest))} решту можна буде додати за різницю.</p>
<p class="small">${sellerLine(frame.seller)}</p>
</section>
<section class="shop">
<h2>Що в комплекті</h2>
${testsList(tests)}
</section>
</div>`
  const sold = { slug, title, summary: about, price, currency, path: publicPages.bundle(slug) }
  const claims = { title, about, path: sold.path, picture, data: productOf(frame, sold, picture) }
  return pageOf(frame, { title, head: headOf(frame, claims) }, body)
}

const testsList = (tests: readonly TestRow[]) =>
  `<ul class="tests">${tests
    .map(
      (test) =>
        `<li><a href="${publicPages.test(test.slug)}">${escapeHtml(test.title)}</a><span class="soft">${escapeHtml(test.summary)}</span><strong>${priceNamed(test)}</strong></li>`,
    )
    .join('\n')}</ul>`

/** Leads to six questions immediately, without an account (decision 0127). */
const tryFree = ({ slug }: TestRow) =>
  `<a class="button first" href="/?trial=${encodeURIComponent(slug)}">Спробувати безкоштовно</a>`
const why = 'Обліковий запис потрібен, щоб відповіді й результат збереглися за вами.'
const plural = new Intl.PluralRules('uk')
const days = (count: number) => counted(count, 'день', 'дні', 'днів')
const inWords = (counts: [string, string]) => counts.join('\u00a0')
const refund = `<strong>${inWords(days(daysOfGrace))} на повернення всієї суми,</strong> якщо ви не почали жодного екзамену. <a href="${publicPages.payment}">Оплата й повернення</a>`
const logIn = ({ slug }: TestRow) => `Уже є обліковий запис? <a href="/tests/${encodeURIComponent(slug)}">Увійти</a>`
const sellerLine = ({ name, taxNumber }: Seller) => `Продавець: ${escapeHtml(name)}, код ${escapeHtml(taxNumber)}.`

const registrationFor = ({ slug }: TestRow) => `/register?test=${encodeURIComponent(slug)}`

/** Makes links to tests in stored HTML lead to pages that a guest can read. */
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

function counted(count: number, one: string, few: string, many: string): [string, string] {
  const forms = { one, few, many, other: few, zero: many, two: few }
  return [String(count), forms[plural.select(count)]]
}

/** «199 ₴», «1 149,50 ₴», or «Безкоштовно» for a price of 0. */
const priceNamed = (sold: Pick<TestRow, 'price' | 'currency'>) => escapeHtml(moneyOf(sold))

function moneyOf({ price, currency }: Pick<TestRow, 'price' | 'currency'>): string {
  if (price === 0) return 'Безкоштовно'
  const minimumFractionDigits = price % 100 === 0 ? 0 : 2
  const format = { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits } as const
  return new Intl.NumberFormat('uk-UA', format).format(price / 100)
}

interface Sold extends Pick<TestRow, 'slug' | 'title' | 'summary' | 'price' | 'currency'> {
  path: string
}

function productOf({ origin, seller }: PublicFrame, sold: Sold, picture: string): object {
  const url = origin + sold.path
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: sold.title,
    description: sold.summary,
    image: origin + picture,
    url,
    sku: sold.slug,
    inLanguage: 'uk',
    brand: { '@type': 'Brand', name: siteName },
    offers: {
      '@type': 'Offer',
      url,
      // Today's price, to the kopiyka.
      price: (sold.price / 100).toFixed(2),
      priceCurrency: sold.currency,
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: seller.name },
    },
  }
}

interface Answered {
  /** In their order; those of a topic are neighbours. */
  questions: readonly Question[]
  /** The tests on sale, in their order. */
  tests: readonly TestRow[]
  bundles: readonly BundleLine[]
  /** The edition of the offer in force; undefined if none was published. */
  offer: LegalTextRow | undefined
}

const questionWords = {
  title: 'Питання й відповіді',
  about: 'Оплата, повернення грошей, екзамен і результат: що питають до покупки й після неї.',
}

/** The page of questions and answers: payment, refunds, what people ask, what is on sale, and the offer. */
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
  return `<section class="shop" id="testy"><h2>Тести й ціни</h2>
${testsList(tests)}
${bundles.map(bundleLine).join('\n')}
</section>`
}

const kyivDay = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })

function offerSection({ title, contentHtml, version, publishedAt }: LegalTextRow): string {
  // The digest in a version says nothing to people.
  const edition = `Редакція ${version.replace(/-[0-9a-f]{12}$/, '')} від ${kyivDay.format(publishedAt)}`
  return `<section class="offer" id="oferta"><h2>${escapeHtml(title)}</h2>
<details><summary>${escapeHtml(edition)}</summary><div class="answer about">${contentHtml}</div></details>
</section>`
}

export function manualDocument(frame: PublicFrame, path: string, manual: Manual): PlainDocument {
  const { language, version, date, title, about, author, house, html } = manual
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  const edition = language === 'uk' ? `Редакція ${version} від ${day}` : `Version ${version}, ${day}`
  const body = `<article class="about manual" lang="${language}">
<h1>${escapeHtml(title)}</h1>
<p class="lead">${escapeHtml(about)}</p>
<p class="soft">${edition}</p>
${html}
</article>`
  const data = {
    '@context': 'https://schema.org',
    '@type': 'TechArticle',
    headline: title,
    url: frame.origin + path,
    inLanguage: language,
    version,
    datePublished: date,
    author: { '@type': author === house ? 'Organization' : 'Person', name: author },
    publisher: { '@type': 'Organization', name: house },
  }
  return pageOf(frame, { title, head: headOf(frame, { title, about, path, picture: usualPicture, data }) }, body)
}

export interface MissingWords {
  title: string
  text: string
}

const offSale = 'Можливо, його зняли з продажу або в адресі помилка.'
export const testMissing: MissingWords = { title: 'Такого тесту немає', text: offSale }
export const bundleMissing: MissingWords = { title: 'Такого комплекту зараз немає', text: offSale }

/** Replaces a public page that does not exist (with the words of `missing`) or that failed. */
export function failureDocument(frame: PublicFrame, failure: Failure, missing: MissingWords): PlainDocument {
  const { title, text } =
    failure.statusCode === 404 ? missing : { title: 'Сторінка не відкрилася', text: failure.message }
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
<nav aria-label="Розділи"><ul><li><a href="/">Головна</a></li><li><a href="${publicPages.questions}#testy">Тести й ціни</a></li><li><a href="/examples">Приклади</a></li><li><a href="${publicPages.questions}">Питання й відповіді</a></li><li><a href="${scoringPage}">Як ми рахуємо оцінку</a></li><li><a href="/register">Реєстрація</a></li></ul></nav>
<address>${callTo(seller.phone)} ${mailTo(seller.email)}</address>
<p class="small">${sellerLine(seller)}<br>© 2025 ${siteName}</p>
</div></footer>`
  return { html: plainPage(look, { ...said, body }), policy: look.policy }
}
