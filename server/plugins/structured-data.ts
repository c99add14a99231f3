import { publicPages } from '#contract/public-pages.ts'
import { pictureOfSold, siteName, usualPicture } from '../html/link-preview.ts'
import type { Services } from '../services.ts'

/** What a page says of itself to who reads it without running it: messengers, search engines. */
export interface PageClaims {
  /** Of a page that is the empty shell otherwise, which says what every page says. */
  words?: { title: string; about: string }
  /** The picture of its link, by its path; 1200×630. */
  picture: string
  /** schema.org, as JSON-LD. Nothing is claimed that a visitor of this page does not see. */
  data: object | null
  /** The path of the public page that says the same to everybody; absent: this page is its own address. */
  publicPath?: string
}

/** Milliseconds: how old it may be what a page says of the shop, and how long a page waits to read it again. */
const freshFor = 60_000
const timeoutMs = 500
/** More tests than these are not listed. */
export const mostTests = 200

/** What pages say of a test or a bundle on sale. */
interface OnSale {
  kind: 'test' | 'bundle'
  slug: string
  title: string
  summary: string
}

/** Reads what is on sale: `mostTests` tests at most, and the bundles, which are a handful. */
export type ReadShop = (mostTests: number) => Promise<readonly OnSale[]>

type ClaimsOf = (path: string) => Promise<PageClaims | null>

/**
 * What the page at a path claims; null for one that claims nothing. The shop is read once a minute at most, whatever is
 * asked for, and a page never waits long for it: without the database pages open as they are.
 */
export function openPageClaims(services: Services, dist: string, readShop: ReadShop): ClaimsOf {
  let known: readonly OnSale[] | null = null
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  const read = async () => {
    try {
      known = await readShop(mostTests)
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
    if (path === '/faq') {
      return { words: faqWords, picture: usualPicture, data: null, publicPath: publicPages.questions }
    }
    const [, list, slug] = /^\/(tests|bundles)\/([\w-]+)$/.exec(path) ?? []
    if (slug === undefined) return null
    const wanted = list === 'tests' ? 'test' : 'bundle'
    const sold = (await shop())?.find((each) => each.kind === wanted && each.slug === slug)
    if (sold === undefined) return null
    const words = { title: `${sold.title} · ${siteName}`, about: sold.summary }
    return { words, picture: pictureOfSold(dist, slug), data: null, publicPath: publicPages[wanted](slug) }
  }
}

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
