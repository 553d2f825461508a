import { useMember } from '#src/features/identity/hooks.ts'
import { call } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { MailIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/dialogs/notice.tsx'
import { sendVerification } from './contract.ts'

/** Asks a signed-in person to confirm the email. Nothing is refused without it. */
export default function VerifyBanner() {
  const t = useMemberTexts()
  const { email } = useMember()
  const send = useAction(() => call(sendVerification, {}), { toastText: t.account.sentAgain })
  return (
    <div className="pb-4 wrap-anywhere no-print">
      <Notice icon={MailIcon}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {t.account.verifyBanner(email)}
          <Button look="secondary" small busy={send.isPending} onClick={() => send.mutate()}>
            {t.account.sendLink}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
