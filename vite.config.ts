import { readFileSync } from 'node:fs'
import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { drawPages } from './scripts/bundle/draw-pages.ts'
import floor from './scripts/bundle/floor.json' with { type: 'json' }
import { writeModuleWeights } from './scripts/bundle/module-weights.ts'
import { nameHeaders } from './scripts/bundle/name-headers.ts'
import { sealPages } from './scripts/bundle/seal-pages.ts'
import { shakeEndpoints } from './scripts/bundle/shake-endpoints.ts'
import { shakeRouter } from './scripts/bundle/shake-router.ts'
import { shortClass } from './scripts/bundle/short-class.ts'

/** `shell.html` is what every route but the prerendered ones opens with: the built page with an empty root. */
function emitShell(): Plugin {
  return {
    name: 'emit-shell',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type === 'asset') this.emitFile({ type: 'asset', fileName: 'shell.html', source: page.source })
      },
    },
  }
}

/** The letters of every page are asked for with the page, not after its styles: most visits then need nothing to stand in for them. */
function preloadLetters(): Plugin {
  return {
    name: 'preload-letters',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => /onest-(cyrillic|latin)-[^/]*\.woff2$/.test(name) && !name.includes('-ext'))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Takes comments and indents out of the inline script, which every page carries: nobody else would. */
function shortenInlineScript(): Plugin {
  return {
    name: 'shorten-inline-script',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/(?<=<script>)[^]*?(?=<\/script>)/, (code) =>
          code.replaceAll(/^\s*\/\/.*\n/gm, '').replaceAll(/^\s+/gm, ''),
        ),
    },
  }
}

const browserNames = { chrome: 'Chrome', edge: 'Edge', firefox: 'Firefox', safari: 'Safari' }
const floorInWords = Object.entries(browserNames).map(([name, said]) => `${said} ${floor[name as keyof typeof floor]}`)

/** Names the oldest browsers that the build is made for where index.html tells an older one so. */
function nameFloor(): Plugin {
  return {
    name: 'name-floor',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => html.replace('%FLOOR%', floorInWords.join(', ')).replace('%FLOOR_IOS%', floor.safari),
    },
  }
}

/**
 * Puts the order of the cascade layers before every stylesheet. Declared once it would not hold: the build splits styles
 * by page and links shared ones first, and the first layer that a browser meets counts as the lowest.
 */
function declareLayers(): Plugin {
  const order = readFileSync('src/ui/layers.css', 'utf8')
  return {
    name: 'declare-layers',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler: (code) => ({ code: `${order}${code}`, map: null }),
    },
  }
}

/** A file for what at least two pages need of these modules. */
const shared = (name: string, test: RegExp) => ({ name, test, minShareCount: 2 })

/** A file for a way that people go: its pages, and what these open. */
const way = (name: string, test: RegExp) => ({ name, test })

/** What every page draws with, beside what the entry imports. The landing page's made-up score must not bring the shop along. */
const everyPage =
  /\/src\/(ui\/(notice|button|piece)|shop\/sample-figures\.|queries\/(reading|available))|contract\/(question|figure|catalog|training-bounds|reading)\./

interface ModuleGraph {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null
}

/** Whether the entry imports this module, directly or by others. */
function isInitial(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return info !== null && (info.isEntry || info.importers.some((importer) => isInitial(importer, graph, seen)))
}

/** Libraries that every page runs with. What these import goes with them. */
const firstLibraries =
  /node_modules\/(react-dom|react-router|zod|idb|@tanstack\/[a-z-]+\/.*\/(queryClient|queryOptions|useQuery|QueryClientProvider)\.)/

/** In development the API may run on a port of its own. */
const apiOrigin = process.env.DEV_API_ORIGIN
/** What Vite has no file for: calls, media, and the pages that the server draws. */
const ofTheServer = ['/api', '/media', '/sandbox', '/test/', '/bundle/', '/pytannia.html']

/** The router without its warnings for developers: a bundler is given the other build whatever it builds for. */
const quietRouter = {
  find: /^react-router$/,
  replacement: path.resolve('node_modules/react-router/dist/production/index.mjs'),
}

export default defineConfig(({ command }) => ({
  resolve: { alias: command === 'build' ? [quietRouter] : [] },
  plugins: [
    react(),
    shakeRouter(),
    shakeEndpoints(),
    declareLayers(),
    preloadLetters(),
    nameFloor(),
    shortenInlineScript(),
    nameHeaders(),
    emitShell(),
    drawPages(),
    writeModuleWeights('build/module-weights.json'),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: JSON.parse(readFileSync('manifest.webmanifest', 'utf8')),
      includeManifestIcons: false,
      injectManifest: {
        buildPlugins: { vite: [shakeEndpoints()] },
        globPatterns: ['**/*.{js,css,html,svg,png,woff2}'],
        // Pictures are shown by stores and the system only, which ask for them themselves.
        // A drawn log-in page would flash at who is signed in; who has a worker may well be, and has the shell at hand.
        globIgnores: ['icons/*.png', 'screens/**', 'link-preview.png', 'link-previews/**', 'login.html'],
      },
      integration: {
        // Not among the options above: where the build goes is known only now.
        beforeBuildServiceWorker: ({ injectManifest }) => {
          injectManifest.manifestTransforms = [sealPages(injectManifest.globDirectory)]
        },
      },
    }),
  ],
  // Who develops reads the names.
  css: command === 'build' ? { modules: { generateScopedName: (name, file) => shortClass(name, file) } } : {},
  build: {
    // The Content-Security-Policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files, because each is a request of half a second on a slow network, and brotli finds in each what it has found in
        // the others; and in none of those that a first page loads what that page does not need. The order counts: a group takes along what
        // its modules import and no group before has, so what several ways need comes before them.
        codeSplitting: {
          groups: [
            // React is imported as if it could come later (`main.tsx`), and therefore named here, with what comes first as well:
            // libraries in two files weigh 1 kB more.
            { name: 'libraries', test: firstLibraries },
            { name: 'libraries', test: /node_modules/, tags: ['$initial'] },
            {
              debugName: 'window',
              name: (id, graph) => (everyPage.test(id) || isInitial(id, graph) ? 'window' : null),
              test: /\/(src|contract)\//,
            },
            shared('fields', /\/src\/ui\/field\/(text-|checkbox|field\.)|contract\/(pasted|pasted-text)\./),
            // Examples and exams both ask for numbers; a page of forms does not.
            shared('numbers', /\/src\/ui\/field\/number-|\/number-answer\./),
            shared(
              'item',
              /\/src\/ui\/(?!field|form\.|rich-text|bell-curve)|contract\/draw-figure\.|messages\/(examples|type-name)\./,
            ),
            // What pages without an exam need of an exam, of a session and of the worker: replies are kept by the same shapes everywhere.
            shared(
              'early',
              /\/src\/(attempt\/(sync\/(exam-lock|channel|back-off)|machine\/acknowledged)|http\/reply-of|session\/(drafts|send-from-window)|pwa\/(worker-messages|install-offer|forgettable)|push\/permission|ui\/field\/select-field|messages\/(session|pwa))\.|contract\/(timing|note|exam|exam-recovery|explanation|result|answer-merge|answer-[a-z]+)\./,
            ),
            // It reads markup by means of the browser, so what draws pages in the build must not meet it.
            way('rich-text', /\/src\/ui\/rich-text|dompurify/),
            // «Купити ще раз» stands in an exam's introduction too, which must not bring the shop's cards along.
            shared(
              'tests',
              /messages\/(test-messages|formats|owned-test)\.|contract\/(purchase|purchase-use|calendar-day)\.|shop\/buy-again\./,
            ),
            way('account-routes', /menu\/account-links\.|app\/account-routes\./),
            shared(
              'shop',
              /\/src\/(shop\/(?!overall-)|items|review\/explanation|ui\/bell-curve)|messages\/(catalog|cabinet|purchases|sample-score)\.|contract\/(iq-named|bell-path)\./,
            ),
            shared('score', /messages\/result\.|contract\/(score-model|ordinal)\./),
            shared(
              'forms',
              /\/src\/ui\/form\.|field\/password|auth\/login-|contract\/log-in|messages\/(auth|account-messages)\.|session\/sign-in\./,
            ),
            way(
              'pieces',
              /\/src\/queries\/(?!kept\/|attempt-|server-offset)|contract\/(legal|achievement|bundle|auth)\./,
            ),
            shared(
              'account',
              /contract\/(account|my-data|address-as-read|person-name|profile-change|phone-number|regions)\.|messages\/(profile|reset|regions)\.|(auth\/(new-password|ask-reset)|session\/(sign-up|save-profile))\./,
            ),
            shared('push', /\/src\/push\/|contract\/push\.|messages\/notices\./),
            // A guest's trial and trainings, as a device keeps them.
            way(
              'kept',
              /\/src\/features\/(landing\/kept-trial|training\/practice\/(practice-(log|db|copy)|deliver-|unsent-))|contract\/(practice|guest-trial)\.|messages\/(training|guest-trial)\./,
            ),
            way(
              'answers',
              /\/src\/(storage\/|attempt\/(replica|sync|machine\/answers\.|submissions\/(answers-file|delivery-notice|next-try|receipts))|app\/(start-delivery|session\/(deliver-now|forget-traces))|session\/deliver-revocations)|messages\/sending\./,
            ),
            way('unsent', /\/src\/app\/session\/(own-unsent|unsent-dialog)/),
            way(
              'attempt',
              /\/src\/(attempt\/(?!submissions|replica\/probe|screens\/(pause|alarm))|features\/take-exam\/(?!device-check\/|exam-ending|fail|region))|queries\/attempt-|messages\/exam\./,
            ),
            way(
              'alarm',
              /\/src\/(attempt\/screens\/alarm|features\/take-exam\/region-)|messages\/alarm\.|contract\/alarms\./,
            ),
            // What exams may have left on a device, shown on the pages of an account.
            way('waiting', /\/src\/attempt\/submissions\/(?!running)|messages\/submissions\./),
            way(
              'exam-ending',
              /\/src\/(features\/take-exam\/(exam-ending|failure)|attempt\/screens\/pause)|messages\/(exam-endings|pause)\./,
            ),
            way(
              'device-check',
              /\/src\/(features\/take-exam\/device-check\/|attempt\/replica\/probe|http\/probe-)|messages\/device-check\./,
            ),
            // The test that one chose before stands beside both forms, and the other one is the next page of many.
            way('register-page', /\/src\/features\/auth\/(register-|chosen-test)|messages\/registration\./),
            way('examples-page', /\/src\/features\/examples\/(examples-page|to-free-test)\./),
            way('query-store', /queries\/kept\/query-store|query-persist-client-core/),
            way('read-kept', /queries\/kept\/read-kept/),
            // Pages of an account use some of these; in a file with `later` they would wait for all that comes in an idle moment.
            way(
              'prompts',
              /\/src\/(attempt\/submissions\/running-exam|app\/(later-pieces|page-foot|session\/held-)|pwa\/(pwa-prompts|worker-registration|install-app)|queries\/kept\/saved-copy-line)/,
            ),
            way('later', /\/src\/(app\/(start-later|fetch-for-later)|pwa\/(follow-|register-sync))/),
            way('training', /\/src\/features\/training\//),
            way(
              'share',
              /\/src\/features\/results\/share\/(share-card|certificate-card|draw-card|card-words)|node_modules\/qr\//,
            ),
            way('results', /\/src\/features\/results\/|messages\/result-/),
            way(
              'mailed',
              /\/src\/features\/auth\/(reset-|mailed-|sign-in-link|auth-callback)|messages\/(mailed-links|sign-in-link)\./,
            ),
            way('on-sale', /\/src\/features\/(catalog|test-page)\/|messages\/share\./),
            way('cabinet', /\/src\/features\/(purchases|notifications|achievements)\//),
            way('profile', /\/src\/features\/(profile\/(?!verify-banner)|auth\/change-password)/),
            way('dialogs', /\/src\/(app\/open-modal|features\/(legal|feedback)\/)|messages\/feedback\./),
          ],
        },
      },
    },
    target: Object.entries(floor).map(([browser, version]) => browser + version),
  },
  server: {
    host: '127.0.0.1',
    ...(apiOrigin === undefined ? {} : { proxy: Object.fromEntries(ofTheServer.map((path) => [path, apiOrigin])) }),
  },
}))
