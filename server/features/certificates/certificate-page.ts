import encodeQR from 'qr'
import { areaBetween, scale, size, xOf, yOf } from '#contract/bell-path.ts'
import { rangeIn, rangeNamed } from '#contract/iq-named.ts'
import { publicPages, scoringPage } from '#contract/public-pages.ts'
import type { Failure } from '../../failure.ts'
import { escapeHtml } from '../../html/escape-html.ts'
import { addressTags, wordTags } from '../../html/link-preview.ts'
import { brand, notListed, type PlainLook, plainPage } from '../../html/plain-page.ts'
import { cautionKey, inTime, whichKey } from './certificate-facts.ts'
import type { Withdrawal } from './certificate-validity.ts'
import { type SignedCredential, nameOn, saidIn } from './make-credential.ts'

/** A valid certificate as a diploma, read from its signed document. All statements and the ways to check them are folded. */
export function certificatePage(
  credential: SignedCredential,
  { address, picture }: { address: string; picture: string },
  look: PlainLook,
): string {
  const { credentialSubject: subject, validFrom, awardedDate, id, proof, issuer } = credential
  const { achievement } = subject
  const name = nameOn(credential)
  const statements = subject.result.map(({ resultDescription, value }): SaidOf => {
    const described = achievement.resultDescription.find((each) => each.id === resultDescription)!
    const whole = described.valueMax === undefined ? renamed(value) : `${value} з ${described.valueMax}`
    return { key: described.id.split('#').at(-1)!, name: described.name, value: whole }
  })
  const of = (key: string) => statements.find((each) => each.key === key)
  const [iq, interval] = [of('iq'), of('interval')]
  const plain = statements.filter(({ key, value }) => isFront(key, value)).map(fact)
  return page(
    look,
    `Сертифікат: ${achievement.name}`,
    `<h1>Сертифікат</h1>
${name === '' ? '' : `<p class="name">${escapeHtml(name)}</p>`}
<p class="test">${escapeHtml(achievement.name)}</p>
<section class="score">
${iq === undefined ? '' : `<p class="label">${escapeHtml(iq.name)}</p><p class="iq">${escapeHtml(iq.value)}</p>`}
${interval === undefined ? '' : `<p class="interval">${escapeHtml(`${interval.name}: ${interval.value}`)}</p>`}
${curveOf(credential)}
</section>
<div class="proof">
<div>
<p class="valid"><svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5"/></svg>Перевірено · чинний</p>
<dl>${fact({ name: 'Екзамен', value: momentOf(awardedDate) })}${plain.join('')}</dl>
</div>
${qrCode(address)}
</div>
<p class="take"><a href="${escapeHtml(publicPages.test(slugIn(achievement.id)))}">Скласти такий самий тест</a></p>
<details><summary>Що підписано і як перевірити</summary>
<dl>${statements.map(fact).join('')}${fact({ name: 'Сертифікат видано', value: dayOf(validFrom) })}</dl>
<p>Цю сторінку відкрив власник результату. Він може будь-коли її закрити, і тоді сертифікат більше не діятиме.</p>
<p>${escapeHtml(achievement.criteria.narrative)} <a href="${scoringPage}">Як ми рахуємо оцінку</a></p>
<p>Перевірити можна й без нас: <a href="${escapeHtml(new URL(id).pathname)}" download>підписаний документ</a> (Open Badges 3.0, ${escapeHtml(proof[0].cryptosuite)}) і <a href="/.well-known/did.json">наші відкриті ключі</a> (${escapeHtml(issuer.id)}).</p>
</details>
<p class="paper">${escapeHtml(achievement.criteria.narrative)}</p>
<p class="address">${escapeHtml(address)}</p>`,
    preview({ name, test: achievement.name, iq: iq?.value, interval: interval?.value, address, picture }),
  )
}

const slugIn = (achievementId: string) => decodeURIComponent(new URL(achievementId).pathname.split('/').at(-1)!)

interface SaidOf {
  key: string
  name: string
  value: string
}

/** Statements in plain sight: the right answers, and what a reader must know about them. Lateness only if there was any. */
function isFront(key: string, value: string): boolean {
  if (key === 'in-time') return value !== inTime
  return ['correct', 'pauses', 'version', whichKey, cautionKey].includes(key)
}

/** Shows an interval without ends beyond the named scale: documents of earlier releases still have them. Other texts stay. */
export function renamed(value: string): string {
  const range = rangeIn(value)
  return range === null || !Number.isFinite(range.high - range.low) ? value : rangeNamed({ iq: range.low, ...range })
}

const ticks = [70, 85, 100, 115, 130]

/** The result page's curve with the interval filled, read from the signed words; '' if they are not ours. */
function curveOf(credential: SignedCredential): string {
  const range = rangeIn(saidIn(credential, 'interval'))
  if (range === null) return ''
  const iq = Number.parseInt(saidIn(credential, 'iq'), 10)
  const at = `cx="${xOf(iq)}" cy="${yOf(iq)}"`
  // «понад 130» has no place on the scale.
  const point = Number.isNaN(iq)
    ? ''
    : `<path class="mark" d="M${xOf(iq)} ${yOf(iq)}V${size.ground}"/><circle class="cell" ${at} r="5"/>`
  const labels = ticks.map((tick) => `<text x="${xOf(tick)}" y="${size.ground + 18}">${tick}</text>`).join('')
  // Hidden from screen readers: the page says in words what the curve shows.
  return `<svg class="curve" viewBox="0 0 ${size.width} ${size.ground + 24}" aria-hidden="true"><path class="all" d="${areaBetween(scale.from, scale.to)}"/><path class="range" d="${areaBetween(range.low, range.high)}"/>${point}${labels}</svg>`
}

interface Previewed {
  name: string
  test: string
  iq: string | undefined
  interval: string | undefined
  address: string
  picture: string
}

/**
 * What a messenger shows of the link, in words and in a picture: the same as the page, which its owner has opened to everybody
 * with the address. Messengers may keep both after it is closed; the switch that opens it says so.
 */
function preview({ name, test, iq, interval, address, picture }: Previewed): string {
  const score = iq === undefined || interval === undefined ? '' : `Оцінка IQ ${iq}, імовірний діапазон ${interval}. `
  const title = escapeHtml(name === '' ? `Сертифікат: ${test}` : `${name}. Сертифікат: ${test}`)
  const about = escapeHtml(`${score}Результат екзамену з підписом, який може перевірити кожен.`)
  return [...wordTags({ title, about }), ...addressTags(address, picture)].join('')
}

const withdrawals: Record<Withdrawal | 'unknown', { title: string; text: string }> = {
  closed: { title: 'Сертифікат відкликано', text: 'Власник результату закрив цю сторінку. Сертифікат нечинний.' },
  away: { title: 'Сертифікат недоступний', text: 'Обліковий запис власника закрито. Сертифікат нечинний.' },
  refunded: { title: 'Сертифікат відкликано', text: 'Покупку цього екзамену скасовано. Сертифікат нечинний.' },
  'key-void': {
    title: 'Сертифікат відкликано',
    text: 'Ключ, яким підписано цей сертифікат, більше не діє, тому сертифікат нечинний. Власник може видати новий: він з’явиться за цією самою адресою.',
  },
  're-scored': {
    title: 'Сертифікат відкликано',
    text: 'Результат цього екзамену перераховано, тому старий сертифікат нечинний. Власник може видати новий: він з’явиться за цією самою адресою.',
  },
  unwarned: {
    title: 'Сертифікат відкликано',
    text: 'Оцінку пораховано за нашими попередніми правилами, її діапазон завузький, а старий сертифікат цього не каже, тому він нечинний. Власник може видати новий: він з’явиться за цією самою адресою.',
  },
  unknown: { title: 'Такого сертифіката немає', text: 'Адреса неправильна, або власник видалив свій обліковий запис.' },
}

/** Replaces a certificate that is not valid: says that and why, and nothing about its owner. */
export function withdrawnPage(why: Withdrawal | 'unknown', look: PlainLook): string {
  const { title, text } = withdrawals[why]
  return page(look, title, `<h1 class="why">${title}</h1><p>${text}</p><p><a href="/">На головну</a></p>`)
}

/** Replaces a certificate that could not be looked up. */
export function failedPage(failure: Failure, look: PlainLook): string {
  if (failure.statusCode === 404) return withdrawnPage('unknown', look)
  const title = 'Сторінка не відкрилася'
  return page(look, title, `<h1 class="why">${title}</h1><p>${escapeHtml(failure.message)}</p>`)
}

function page(look: PlainLook, title: string, body: string, meta = ''): string {
  const main = `<main>
<header class="brand">${brand}</header>
${body}
</main>`
  return plainPage(look, { title, head: `${notListed}${meta}`, body: main })
}

/** An address as a QR code (ISO/IEC 18004), with its quiet zone. */
function qrCode(address: string): string {
  const rows = encodeQR(address, 'raw', { ecc: 'medium', border: 4 })
  const size = rows.length
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  const look = `width="184" height="184" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  return `<svg ${look} role="img" aria-label="QR-код з адресою цієї сторінки"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
}

function fact({ name, value }: { name: string; value: string }): string {
  return `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`
}

const day = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeZone: 'Europe/Kyiv' })
export const dayOf = (instant: string) => day.format(new Date(instant))
/** With the time, which tells two exams of one day apart. */
const moment = new Intl.DateTimeFormat('uk-UA', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Kyiv' })
const momentOf = (instant: string) => moment.format(new Date(instant))
