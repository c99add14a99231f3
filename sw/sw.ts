import { deleteUnknownCaches } from './caches.ts'
import { routeMedia } from './media.ts'
import { onMessage } from './messenger.ts'
import { routeNavigation } from './navigation.ts'
import { precacheShell } from './precache.ts'

/** This file says when; each of the others says what. Routes are tried in their order; what no route takes goes to the network. */
declare const self: ServiceWorkerGlobalScope

precacheShell()
routeNavigation()
routeMedia()

self.addEventListener('message', onMessage)
self.addEventListener('activate', (event) => event.waitUntil(deleteUnknownCaches()))
