import { call } from '#src/platform/http/client.ts'
import { subscribeToPush } from './contract.ts'

export class NotAllowed extends Error {}

/** Whether this browser can be woken at all. On an iPhone only where the site is on the home screen. */
export const canBeWoken = () => 'serviceWorker' in navigator && 'PushManager' in window

/** Asks the person, and from then on this browser is woken. @throws NotAllowed, CallFailed */
export async function wakeThisBrowser(key: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new NotAllowed()
  const { pushManager } = await navigator.serviceWorker.ready
  // One of an earlier person in this browser, or for another key of the site, would be of no use.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await call(subscribeToPush, { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! })
}
