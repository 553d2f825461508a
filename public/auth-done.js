// The last page of the sign-in window, see src/features/identity/popup.ts.
const query = new URLSearchParams(location.search)
const channel = new BroadcastChannel('sign-in')
channel.postMessage({
  attempt: query.get('attempt'),
  error: query.get('error') ?? undefined,
  because: query.get('error_description') ?? undefined,
})
channel.close()
window.close()
