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

/** Emits `shell.html`: the built page with an empty root, which opens every route that is not prerendered. */
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

/** Preloads the fonts of every page with the document, not after its styles. Most visits then need no fallback font. */
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

/** Removes comments and indents from the inline script that every page carries. No other step would. */
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

/** Writes the oldest supported browsers into the sentence of index.html for older ones. */
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
 * Puts the order of the cascade layers before every stylesheet. One declaration would not do: the build splits styles by page and
 * links shared ones first, and the first layer that a browser meets counts as the lowest.
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

/** A file for those of these modules that at least two pages need. */
const shared = (name: string, test: RegExp) => ({ name, test, minShareCount: 2 })

/** A file for one way that people take: its pages, and what these open. */
const way = (name: string, test: RegExp) => ({ name, test })

/** What every page draws with, besides the entry's imports. The landing page's sample score must not load the shop. */
const everyPage =
  /\/src\/(ui\/(notice|button|piece)|shop\/sample-figures\.|queries\/(reading|available))|contract\/(question|figure|catalog|training-bounds|reading)\./

interface ModuleGraph {
  getModuleInfo: (id: string) => { isEntry: boolean; importers: readonly string[] } | null
}

/** Whether the entry imports this module, also indirectly. */
function isInitial(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = graph.getModuleInfo(id)
  return info !== null && (info.isEntry || info.importers.some((importer) => isInitial(importer, graph, seen)))
}

/** Libraries of every page, bundled with their imports. */
const firstLibraries =
  /node_modules\/(react-dom|react-router|zod|idb|@tanstack\/[a-z-]+\/.*\/(queryClient|queryOptions|useQuery|QueryClientProvider)\.)/

/** In development the API may run on a port of its own. */
const apiOrigin = process.env.DEV_API_ORIGIN
/** Paths for which Vite has no file: calls, media, and pages that the server draws. */
const ofTheServer = ['/api', '/media', '/sandbox', '/test/', '/bundle/', '/pytannia.html']

/** The router's production build, without warnings for developers. A bundler resolves to the other build for every mode. */
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
        // Only stores and the system show these pictures, and they fetch them. A prerendered log-in page would flash for a person
        // who is signed in. A browser with a worker probably has such a person, and has the shell in its cache.
        globIgnores: ['icons/*.png', 'screens/**', 'link-preview.png', 'link-previews/**', 'login.html'],
      },
      integration: {
        // Not among the options above, because the build's folder is known only now.
        beforeBuildServiceWorker: ({ injectManifest }) => {
          injectManifest.manifestTransforms = [sealPages(injectManifest.globDirectory)]
        },
      },
    }),
  ],
  // Developers read the names.
  css: command === 'build' ? { modules: { generateScopedName: (name, file) => shortClass(name, file) } } : {},
  build: {
    // The Content-Security-Policy allows neither data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files: each request takes half a second on a slow network, and brotli compresses one large file better. But the
        // files of a first page may hold nothing that this page does not need. The order counts: a group also takes the imports
        // of its modules that no earlier group took, so groups that several ways share come first.
        codeSplitting: {
          groups: [
            // `main.tsx` imports React as if it could come later, so React is named here too, with what comes first. Libraries in
            // two files weigh 1 kB more.
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
            // What pages without an exam need from exams, sessions and the worker. All of them keep replies by the same shapes.
            shared(
              'early',
              /\/src\/(attempt\/(sync\/(exam-lock|channel|back-off)|machine\/acknowledged)|http\/reply-of|session\/(drafts|send-from-window)|pwa\/(worker-messages|install-offer|forgettable)|push\/permission|ui\/field\/select-field|messages\/(session|pwa))\.|contract\/(timing|note|exam|exam-recovery|explanation|result|answer-merge|answer-[a-z]+)\./,
            ),
            // Rich text is parsed by the browser, so the code that prerenders pages must not import it.
            way('rich-text', /\/src\/ui\/rich-text|dompurify/),
            // An exam's introduction also has «Купити ще раз», and must not load the shop's cards.
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
            // Pages of an account show what exams may have left on a device.
            way('waiting', /\/src\/attempt\/submissions\/(?!running)|messages\/submissions\./),
            way(
              'exam-ending',
              /\/src\/(features\/take-exam\/(exam-ending|failure)|attempt\/screens\/pause)|messages\/(exam-endings|pause)\./,
            ),
            way(
              'device-check',
              /\/src\/(features\/take-exam\/device-check\/|attempt\/replica\/probe|http\/probe-)|messages\/device-check\./,
            ),
            // Both forms show the chosen test. From the log-in form people go to many pages.
            way('register-page', /\/src\/features\/auth\/(register-|chosen-test)|messages\/registration\./),
            way('examples-page', /\/src\/features\/examples\/(examples-page|to-free-test)\./),
            way('query-store', /queries\/kept\/query-store|query-persist-client-core/),
            way('read-kept', /queries\/kept\/read-kept/),
            // Pages of an account use some of these, which must not wait for all that `later` loads when idle.
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
