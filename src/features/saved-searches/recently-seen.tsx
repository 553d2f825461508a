import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { BiodataCard, cardGrid } from '#src/features/biodata/components.ts'
import { useMember } from '#src/features/identity/hooks.ts'
import { forgetSeen, recentlySeen } from '#src/platform/browser-storage/recently-seen.ts'
import { query } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { useSite } from '#src/ui/site.tsx'
import { viewCards } from './contract.ts'

/** The browser keeps their numbers; who is shown is the server's to say. */
export function RecentlySeen() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { email } = useMember()
  const [numbers, setNumbers] = useState<number[]>([])
  // Only once the page is alive: the server does not know them.
  useEffect(() => setNumbers(recentlySeen(email)), [email])
  const { data } = useQuery({
    ...query(viewCards, { numbers }),
    enabled: numbers.length > 0,
    placeholderData: keepPreviousData,
  })
  const cards = (data ?? []).filter(({ number }) => numbers.includes(number))
  if (cards.length === 0) return null
  function forget(number?: number) {
    forgetSeen(email, number)
    setNumbers(recentlySeen(email))
    toast.success(t.searches.forgotten)
    const next = document.getElementById('recent')
    if (number !== undefined && cards.length > 1) next?.focus()
    else focusHeading()
  }
  return (
    <section aria-labelledby="recent" className="recently-seen">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="recent" tabIndex={-1} className="text-h2 outline-none">
          {t.searches.recent}
        </h2>
        <Button look="quiet" small onClick={() => forget()}>
          {t.searches.forgetAll}
        </Button>
      </div>
      <p className="mb-4 text-ink-2">{t.searches.recentLead}</p>
      <div className={cardGrid}>
        {cards.map((card) => (
          <BiodataCard
            key={card.id}
            card={card}
            heading="h3"
            below={
              <div className="forget-one">
                <Button
                  look="quiet"
                  small
                  aria-label={t.searches.forgetNamed(brand.idPrefix + card.number)}
                  onClick={() => forget(card.number)}
                >
                  {t.actions.remove}
                </Button>
              </div>
            }
          />
        ))}
      </div>
    </section>
  )
}
