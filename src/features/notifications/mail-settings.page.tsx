import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call, codeOf, failure, query } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { BellIcon, CheckIcon, LockIcon } from '#src/ui/art/icons.ts'
import { MailIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { Section } from '#src/ui/key-values.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { chooseNotification, notificationSettings, subscribeToPush, unsubscribeFromPush } from './contract.ts'
import { type Channel, channels } from './kinds.ts'

const settings = query(notificationSettings, {})

export const title: MemberPage['title'] = (t) => t.notifications.settings
export const queries: MemberPage['queries'] = () => [settings]

export default function MailSettingsPage() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const name = t.brandName(brand)
  const { hasMail, email, pushKey } = useSuspenseQuery(settings).data
  const shown = channels.filter((channel) => (channel === 'mail' ? hasMail : pushKey !== null))
  return (
    <>
      <h1 tabIndex={-1} className="text-title wrap-anywhere">
        {t.notifications.settings}
      </h1>
      <p className="mt-1 mb-5 text-ink-2">{t.notifications.settingsLead}</p>
      <div className="grid gap-4">
        <NoScript />
        <Choices shown={shown} />
      </div>
      <div className="mt-5 grid gap-5">
        {pushKey !== null && <PushSection pushKey={pushKey} />}
        {hasMail && (
          <Section icon={MailIcon} title={t.notifications.look}>
            <p className="mt-3 rounded-button bg-surface-2 p-4 wrap-anywhere">
              <strong>{name}</strong> <span className="text-ink-2">{email}</span>
              <span className="block">{t.notifications.subject(name)}</span>
            </p>
            <p className="mt-3 text-ink-2">{t.notifications.lookHint}</p>
            <p className="mt-2 text-ink-2">{t.notifications.quiet}</p>
          </Section>
        )}
      </div>
    </>
  )
}

function Choices({ shown }: { shown: Channel[] }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const { kinds } = useSuspenseQuery(settings).data
  const choose = useMutation({
    // One after the other: of two presses on the same tick the second has to win.
    scope: { id: 'choose' },
    mutationFn: (chosen: InputOf<typeof chooseNotification>) => call(chooseNotification, chosen),
    onMutate: ({ kind, channel, wanted }) =>
      client.setQueryData(
        settings.queryKey,
        (known) =>
          known && {
            ...known,
            kinds: known.kinds.map((row) => (row.kind === kind ? { ...row, [channel]: wanted } : row)),
          },
      ),
    async onError(error) {
      toast.failed(t, error)
      await client.invalidateQueries(settings)
    },
  })
  return (
    <table className="choices">
      <caption className="sr-only">{t.notifications.settings}</caption>
      <thead>
        <tr>
          <th scope="col">{t.notifications.when}</th>
          <th scope="col">{t.notifications.here}</th>
          {shown.map((channel) => (
            <th key={channel} scope="col">
              {t.notifications.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map(({ kind, isLocked, ...row }) => (
          <tr key={kind}>
            <th scope="row">
              <span className="font-semibold">{t.notifications.kinds[kind]}</span>
              {t.notifications.hints[kind] && <small>{t.notifications.hints[kind]}</small>}
            </th>
            <td>
              <CheckIcon role="img" aria-label={t.notifications.always} />
            </td>
            {shown.map((channel) => (
              <td key={channel}>
                {isLocked ? (
                  <LockIcon role="img" aria-label={t.notifications.always} />
                ) : (
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${t.notifications.channels[channel]}: ${t.notifications.kinds[kind]}`}
                      disabled={!isHydrated}
                      checked={row[channel]}
                      onChange={({ target }) => choose.mutate({ kind, channel, wanted: target.checked })}
                    />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Whether this browser can be woken at all. On an iPhone only where the site is on the home screen. */
const canBeWoken = () => 'serviceWorker' in navigator && 'PushManager' in window

/** Asks the person, and from then on this browser is woken. @throws CallFailed `not-allowed`, or the server's */
async function wakeThisBrowser(key: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw failure('not-allowed')
  const { pushManager } = await navigator.serviceWorker.ready
  // One of an earlier person in this browser, or for another key of the site, would be of no use.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  await call(subscribeToPush, { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth! })
}

/** Asked for by a button and by nothing else. */
function PushSection({ pushKey }: { pushKey: string }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const isHydrated = useHydrated()
  const { isWoken } = useSuspenseQuery(settings).data
  const turn = useMutation<unknown>({
    mutationFn: () => (isWoken ? call(unsubscribeFromPush, {}) : wakeThisBrowser(pushKey)),
    onSuccess: () => toast.success(isWoken ? t.notifications.pushIsOff : t.notifications.pushIsOn),
    onError: (error) =>
      toast.error(codeOf(error) === 'not-allowed' ? t.notifications.pushNotAllowed : t.notifications.pushFailed),
    onSettled: () => client.invalidateQueries(settings),
  })
  return (
    <Section icon={BellIcon} title={t.notifications.pushTitle}>
      <p className="mt-2 text-ink-2">{t.notifications.pushLead}</p>
      <div className="mt-4">
        {isHydrated && !canBeWoken() ? (
          <p>{t.notifications.pushUnknown}</p>
        ) : (
          <Button look="secondary" small disabled={!isHydrated} busy={turn.isPending} onClick={() => turn.mutate()}>
            {isWoken ? t.notifications.turnOff : t.notifications.turnOn}
          </Button>
        )}
      </div>
    </Section>
  )
}
