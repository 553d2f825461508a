import { useMemberTexts } from '#src/texts/texts.tsx'
import { ChatIcon, LinkIcon, PhoneIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { TextField } from '#src/ui/forms/field.tsx'
import { useSite } from '#src/ui/site.tsx'

/** It comes after a press on a button that is gone by then. */
const focus = (input: HTMLInputElement | null) => input?.focus()

/** The link that was just made. Where it cannot be copied it is selected, to be copied by hand. */
export function NewLink({ name, link }: { name: string; link: string }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const message = encodeURIComponent(t.guardians.message(t.brandName(brand), link))
  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      toast.success(t.guardians.copied)
    } catch {
      document.querySelector<HTMLInputElement>('#new-link')?.select()
    }
  }
  const ways = [
    [`https://wa.me/?text=${message}`, 'WhatsApp', ChatIcon],
    [`sms:?&body=${message}`, 'SMS', PhoneIcon],
  ] as const
  return (
    <div className="mt-4 grid gap-3">
      <TextField
        id="new-link"
        label={t.guardians.link(name)}
        hint={t.guardians.linkHint}
        value={link}
        readOnly
        ref={focus}
        onFocus={(event) => event.target.select()}
      />
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" small onClick={copy}>
          <LinkIcon /> {t.guardians.copy}
        </Button>
        {ways.map(([address, label, Icon]) => (
          <a
            key={label}
            href={address}
            target="_blank"
            rel="noreferrer noopener"
            className="btn btn-secondary btn-small"
          >
            <Icon /> {label}
          </a>
        ))}
      </div>
    </div>
  )
}
