import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { Pane } from '#src/features/admin-list/components.ts'
import { MakePremium } from '#src/features/premium/components.ts'
import type { premiumRequests } from '#src/features/premium/contract.ts'
import { type pagedQuery, query } from '#src/platform/http/client.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { KeyValues } from '#src/ui/key-values.tsx'
import { rowsOf } from '#src/ui/paged-table.tsx'
import { Pill } from '#src/ui/pill.tsx'
import { useSite } from '#src/ui/site.tsx'
import { premiumReview } from './contract.ts'
import { factsOf } from './facts.tsx'

/** Who asks to become premium, and what that opens to them. */
export function PremiumPane({
  id,
  rows,
  addressOf,
  isMade,
  onMade,
}: {
  id: string
  rows: ReturnType<typeof pagedQuery<typeof premiumRequests.rows>>
  addressOf: (id: string | undefined) => string
  isMade: boolean
  onMade: () => void
}) {
  const t = useAdminTexts()
  const { brand } = useSite()
  const heading = useRef<HTMLHeadingElement>(null)
  const { asker, waits } = useSuspenseQuery(query(premiumReview, { id })).data
  const listed = rowsOf(useSuspenseInfiniteQuery({ ...rows, refetchOnMount: false }))
  const place = listed.findIndex((row) => row.id === id)
  const { biodata } = asker
  const isDone = isMade || biodata?.premium === true
  const name = nameFor(t, asker)
  const values = factsOf(t).flatMap(([label, of]) => {
    const value = of(asker)
    return value ? [{ label, value }] : []
  })
  return (
    <Pane
      heading={heading}
      name={name}
      detail={[
        biodata ? brand.idPrefix + biodata.number : t.judging.noBiodata,
        ...(isDone || waits === null ? [] : [t.premiumReview.asks, t.requests.waits(waits)]),
      ].join(', ')}
      back={t.premiumReview.back}
      addressOf={addressOf}
      previous={listed[place - 1]}
      next={place < 0 ? undefined : listed[place + 1]}
    >
      <div className="grid gap-4 wrap-anywhere">
        {biodata && (
          <div className="flex flex-wrap items-center gap-4">
            <Portrait of={biodata} className="shrink-0 portrait-small" />
            <Pill tone={biodata.published ? 'ok' : 'gold'}>
              {biodata.published ? t.person.published : t.person.hidden}
            </Pill>
          </div>
        )}
        <KeyValues
          items={[
            ...values,
            {
              label: t.judging.quarter,
              value: `${t.judging.made(asker.requests.made)}, ${t.judging.received(asker.requests.received, asker.requests.shown)}`,
            },
          ]}
        />
        <div className="flex flex-wrap gap-2.5">
          {biodata && (
            <ButtonLink to={to.details(id)} look="secondary" small>
              {t.premiumReview.readBiodata}
            </ButtonLink>
          )}
          <ButtonLink to={to.person(id)} look="secondary" small>
            {t.suspicious.openPerson}
          </ButtonLink>
        </div>
      </div>
      <div className="judgement-foot">
        <MakePremium look="primary" user={{ id, name }} isDone={isDone} onDone={onMade} />
        <p className="text-md text-ink-2">{t.person.makePremiumHint}</p>
      </div>
    </Pane>
  )
}
