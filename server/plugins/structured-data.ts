import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Services } from '../services.ts'

/** What a page says of itself to who reads it without running it: messengers, search engines. */
export interface PageClaims {
  /** Of a page that is the empty shell otherwise, which says what every page says. */
  words?: { title: string; about: string }
  /** The picture of its link, by its path; 1200×630. */
  picture: string
  /** schema.org, as JSON-LD. */
  data: object | null
}

/** One for all pages that have none of their own. Drawn, as all of them, by `npm run link-picture`. */
export const usualPicture = '/link-preview.png'

/** Milliseconds: how old it may be what a page says of the shop, and how long a page waits to read it again. */
const freshFor = 60_000
const timeoutMs = 500
/** More questions and tests than these are not listed. */
const most = 200

/** What pages say of the shop: the tests on sale, `price` in kopiykas, and the questions in their order. */
interface Shop {
  tests: readonly { slug: string; title: string; summary: string; price: number; currency: string }[]
  questions: readonly { question: string; answer: string }[]
}

/** Reads the shop: `most` tests and questions at most. */
export type ReadShop = (most: number) => Promise<Shop>

type ClaimsOf = (path: string) => Promise<PageClaims | null>

/**
 * What the page at a path claims; null for one that claims nothing. The shop is read once a minute at most, whatever is
 * asked for, and a page never waits long for it: without the database pages open as they are.
 */
export function openPageClaims(services: Services, dist: string, readShop: ReadShop): ClaimsOf {
  let known: Shop | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  const read = async () => {
    try {
      known = await readShop(most)
      readAt = performance.now()
    } catch (error) {
      services.log.warn({ err: error }, 'Pages say nothing of the shop: it could not be read')
    } finally {
      reading = null
    }
  }
  const shop = async () => {
    if (performance.now() - readAt < freshFor) return known
    reading ??= read()
    await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())])
    return known
  }

  return async (path) => {
    const origin = services.publicOrigin()
    if (path === '/') return { picture: usualPicture, data: aboutUs(origin, services.config.seller.name) }
    if (path === '/register') return { words: registerWords, picture: usualPicture, data: null }
    const [, slug] = /^\/tests\/([\w-]+)$/.exec(path) ?? []
    if (slug === undefined && path !== '/faq') return null
    const found = await shop()
    if (path === '/faq')
      return found && { words: faqWords, picture: usualPicture, data: aboutQuestions(found.questions) }
    const test = found?.tests.find((each) => each.slug === slug)
    return test === undefined ? null : claimsOfTest(test, origin, dist)
  }
}

const siteName = 'Тестування IQ'
const faqWords = {
  title: `Питання й відповіді · ${siteName}`,
  about: 'Що саме купують, як проходить екзамен, звідки береться оцінка й що робити, коли щось пішло не так.',
}

const registerWords = {
  title: `Реєстрація · ${siteName}`,
  about: 'Обліковий запис для тестів IQ українською: проби безкоштовні, картка не потрібна, відповіді не губляться.',
}

function aboutUs(origin: string, seller: string): object {
  const us = `${origin}/#organization`
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': us,
        name: siteName,
        legalName: seller,
        url: `${origin}/`,
        logo: `${origin}/icons/icon-512.png`,
      },
      { '@type': 'WebSite', name: siteName, url: `${origin}/`, inLanguage: 'uk', publisher: { '@id': us } },
    ],
  }
}

function aboutQuestions(questions: Shop['questions']): object | null {
  if (questions.length === 0) return null
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    inLanguage: 'uk',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}

function claimsOfTest(test: Shop['tests'][number], origin: string, dist: string): PageClaims {
  const own = `/link-previews/${test.slug}.png`
  const picture = existsSync(join(dist, own)) ? own : usualPicture
  return {
    words: { title: `${test.title} · ${siteName}`, about: test.summary },
    picture,
    data: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: test.title,
      description: test.summary,
      image: `${origin}${picture}`,
      url: `${origin}/tests/${test.slug}`,
      inLanguage: 'uk',
      brand: { '@type': 'Brand', name: siteName },
      offers: {
        '@type': 'Offer',
        url: `${origin}/tests/${test.slug}`,
        // What is asked for today, to the kopiyka.
        price: (test.price / 100).toFixed(2),
        priceCurrency: test.currency,
        availability: 'https://schema.org/InStock',
      },
    },
  }
}
