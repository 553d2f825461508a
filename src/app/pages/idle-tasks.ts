import type { QueryClient } from '@tanstack/react-query'
import { clearLeftBehind } from './left-behind.ts'

export default function idleTasks(client: QueryClient) {
  // An offline page of our own in place of the browser's; see public/sw.js.
  navigator.serviceWorker?.register('/sw.js').catch(() => {})
  clearLeftBehind(client)
}
