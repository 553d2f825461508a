import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { Button } from '#src/ui/button.tsx'
import { TextAreaField } from '#src/ui/forms/field.tsx'
import { NoScript } from '#src/ui/forms/form-card.tsx'
import { askFamily, introduce } from './contract.ts'
import { introductionTo } from './hooks.ts'
import { longestIntroduction } from './policy.ts'

/** What follows from asking a family, and the words to it, which are saved when one leaves the field. */
export function FamilyFirst({ number, isFree }: { number: number; isFree: boolean }) {
  const t = useMemberTexts()
  const { data, isError } = useQuery(introductionTo(number))
  return (
    <section aria-labelledby="family-first" className="grid gap-3 rounded-panel bg-surface shadow-e1 checkout-part">
      <div>
        <h2 id="family-first" className="text-h3">
          {t.asked.first}
        </h2>
        <p className="mt-1 text-ink-2">{isFree ? t.asked.firstFree : t.asked.firstHint}</p>
      </div>
      {(data || isError) && <Introduction number={number} saved={data?.words ?? ''} />}
      {isFree && <AskWithoutFee number={number} />}
    </section>
  )
}

function Introduction({ number, saved }: { number: number; saved: string }) {
  const t = useMemberTexts()
  const [typed, setTyped] = useState(saved)
  const [known, setKnown] = useState(saved)
  // The server reads the words: what looks for contacts is large.
  const [refused, setRefused] = useState<string>()
  const save = useAction(
    (words: string) => call(introduce, { bioDataId: number, email: 'me', ...(words && { words }) }),
    {
      toastText: (words) => (words ? t.asked.introduced : t.asked.introduceForgotten),
      stale: [],
      refuse: (code) => code === 'invalid',
    },
  )
  const words = typed.trim()
  function leave() {
    if (words === known || words === refused) return
    save.mutate(words, { onSuccess: () => setKnown(words), onError: () => setRefused(words) })
  }
  return (
    <TextAreaField
      label={t.asked.introduce}
      hint={t.asked.introduceHint(longestIntroduction)}
      error={words !== '' && words === refused ? t.biodata.contactInText : undefined}
      name="introduction"
      rows={3}
      maxLength={longestIntroduction}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onBlur={leave}
    />
  )
}

function AskWithoutFee({ number }: { number: number }) {
  const t = useMemberTexts()
  const navigate = useNavigate()
  const ask = useAction(() => call(askFamily, { bioDataId: number, email: 'me' }), {
    toastText: t.asked.askDone,
    onDone: () => navigate(to.myRequests, { replace: true }),
  })
  return (
    <div className="grid gap-1.5">
      <NoScript />
      <Button aria-describedby="ask-note" busy={ask.isPending} onClick={() => ask.mutate()} className="needs-script">
        {t.asked.ask}
      </Button>
      <p id="ask-note" className="text-md text-ink-2">
        {t.asked.askNote}
      </p>
    </div>
  )
}
