import { useQuery } from '@tanstack/react-query'
import { call, query } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { LockIcon } from '#src/ui/art/icons.ts'
import { Button } from '#src/ui/button.tsx'
import { AskingButton } from '#src/ui/dialogs/dialog.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { focusMain } from '#src/ui/focus.ts'
import { useMember } from '../hooks.ts'
import { bringBack, removePutAway, viewPutAway } from './contract.ts'

const putAway = query(viewPutAway, {})

/** On every page of the dashboard: what the account wrote before its email was proved is put away, and whose is it? */
export default function PutAwayNote() {
  const t = useMemberTexts()
  const { email } = useMember()
  const { data } = useQuery(putAway)
  const keep = useAction(() => call(bringBack, {}), { toastText: t.putAway.broughtBack, onDone: focusMain })
  const remove = useAction(() => call(removePutAway, {}), { toastText: t.putAway.removed, onDone: focusMain })
  const kept = data && [
    ...(data.hasBiodata ? [t.putAway.biodata] : []),
    t.putAway.name(data.name),
    ...(data.photoUrl ? [t.putAway.photo] : []),
    ...(data.searches > 0 ? [t.putAway.searches(data.searches)] : []),
    ...(data.askedForPremium ? [t.putAway.premium] : []),
    ...(data.browsers > 0 ? [t.putAway.browsers(data.browsers)] : []),
  ]
  return (
    <div className="pb-4 wrap-anywhere no-print">
      <Notice icon={LockIcon}>
        <p>{t.putAway.title(email)}</p>
        <p className="mt-1 font-normal">{t.putAway.lead}</p>
        {kept && (
          <ul className="mt-1 font-normal bullets">
            {kept.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          <Button small busy={keep.isPending} onClick={() => keep.mutate()}>
            {t.putAway.mine}
          </Button>
          <AskingButton
            look="secondary"
            small
            busy={remove.isPending}
            question={{ title: t.putAway.notMine, text: t.putAway.question, confirmLabel: t.putAway.remove }}
            act={() => remove.mutate()}
          >
            {t.putAway.notMine}
          </AskingButton>
        </div>
      </Notice>
    </div>
  )
}
