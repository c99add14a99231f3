import { deleteUnknownCaches } from './caches.ts'
import { claimFirstWindows, noteFirstInstall } from './first-install.ts'
import { routeMedia } from './media.ts'
import { onMessage } from './messenger.ts'
import { routeNavigation } from './navigation.ts'
import { onNotificationClick } from './notification.ts'
import { precacheShell } from './precache.ts'
import { routePastWorker } from './server-routes.ts'
import { onPush, onSubscriptionChange } from './push.ts'
import { onSync } from './sync.ts'

/** Registers the worker's handlers. Routes are tried in their order; a request that no route takes goes to the network. */
declare const self: ServiceWorkerGlobalScope

precacheShell()
routeNavigation()
routeMedia()

self.addEventListener('install', noteFirstInstall)
self.addEventListener('install', routePastWorker)
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([deleteUnknownCaches(), claimFirstWindows()])))
self.addEventListener('message', onMessage)
self.addEventListener('sync', onSync)
self.addEventListener('push', onPush)
self.addEventListener('pushsubscriptionchange', onSubscriptionChange)
self.addEventListener('notificationclick', onNotificationClick)
