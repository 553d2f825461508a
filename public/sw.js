// For the moment without a connection, a page of ours in place of the browser's; and for what is new. No page of the site and no answer
// is ever kept, because they may hold somebody's contact.
const page = '/offline.html'
const kept = [page, '/offline.js']

addEventListener('install', (event) => {
  skipWaiting()
  const fresh = kept.map((file) => new Request(file, { cache: 'reload' }))
  event.waitUntil(caches.open('offline').then((cache) => cache.addAll(fresh)))
})

// The page is asked for while this script starts, so that it costs no time.
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  const { pathname } = new URL(url)
  if (mode !== 'navigate' && !kept.includes(pathname)) return
  const answer = async () => (await event.preloadResponse) ?? fetch(event.request)
  event.respondWith(answer().catch(() => caches.match(mode === 'navigate' ? page : pathname)))
})

// What it says names nobody. A new one takes the place of one that was not looked at.
addEventListener('push', (event) => {
  const { title, body, link } = event.data.json()
  event.waitUntil(registration.showNotification(title, { body, icon: '/favicon.svg', tag: 'news', data: link }))
})

addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(clients.openWindow(new URL(event.notification.data, origin)))
})
