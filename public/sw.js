// Only for the moment without a connection: a page of ours in place of the browser's. No page of the site and no answer
// is ever kept, because they may hold somebody's contact.
const page = '/offline.html'

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(caches.open('offline').then((cache) => cache.add(new Request(page, { cache: 'reload' }))))
})

// The page is asked for while this script starts, so that it costs no time.
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()))

addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  const answer = async () => (await event.preloadResponse) ?? fetch(event.request)
  event.respondWith(answer().catch(() => caches.match(page)))
})
