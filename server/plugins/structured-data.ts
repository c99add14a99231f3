import { publicPages } from '#contract/public-pages.ts'
import { pictureOfSold, siteName, usualPicture } from '../html/link-preview.ts'
import type { Services } from '../services.ts'

/** A page's description of itself for programs that do not run it: messengers, search engines. */
export interface PageClaims {
  /** For a page that is otherwise the empty shell with the site's own words. */
  words?: { title: string; about: string }
  /** The path of the picture for links, 1200×630. */
  picture: string
  /** schema.org as JSON-LD. It claims nothing that a visitor of this page does not see. */
  data: object | null
  /** The public page with the same content; absent: this page is its own canonical address. */
  publicPath?: string
}

/** Milliseconds: the greatest age of the shop's data, and how long a page waits to read it again. */
const freshFor = 60_000
const timeoutMs = 500
export const mostTests = 200

interface OnSale {
  kind: 'test' | 'bundle'
  slug: string
  title: string
  summary: string
}

/** Reads the shop: `mostTests` tests at most, and all bundles, which are a handful. */
export type ReadShop = (mostTests: number) => Promise<readonly OnSale[]>

type ClaimsOf = (path: string) => Promise<PageClaims | null>

/** The claims of a page, or null. Reads the shop once a minute at most. Without the database pages open as they are. */
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
