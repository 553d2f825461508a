import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Ward } from '#src/features/guardians/contract.ts'
import { pagedQuery, query } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { PhoneIcon } from '#src/ui/art/member-icons.ts'
import { Section } from '#src/ui/key-values.tsx'
import { MoreRows, rowsOf } from '#src/ui/paged-table.tsx'
import { AskedList, waits } from './asked-list.tsx'
import { countAsked, listAsked } from './contract.ts'
import { Recently } from './recently.tsx'

/** What came to a ward since the guardian accepted: what waits, how much there was, and what became of it. */
export function AskedOfWard({ ward }: { ward: Ward }) {
  const t = useMemberTexts()
  const list = useInfiniteQuery(pagedQuery(listAsked, { limit: 25, ward: ward.id }))
  const { data } = list
  if (!data) return null
  const rows = rowsOf({ data })
  const waiting = rows.filter(waits)
  const answered = rows.filter((row) => !waits(row))
  return (
    <>
      <Section icon={PhoneIcon} title={t.asked.ofWard}>
        <div className="mt-4">
          {waiting.length > 0 ? (
            <AskedList rows={waiting} of={ward} />
          ) : (
            <p className="text-ink-2">{rows.length > 0 ? t.asked.noneWaits : t.asked.noneOfWard}</p>
          )}
        </div>
      </Section>
      {rows.length > 0 && <Counts ward={ward.id} />}
      {answered.length > 0 && <Recently rows={answered} ward={ward} />}
      <MoreRows list={list} />
    </>
  )
}

const counts = ['thisMonth', 'shared', 'notNow'] as const

function Counts({ ward }: { ward: string }) {
  const t = useMemberTexts()
  const { data } = useQuery(query(countAsked, { ward }))
  if (!data) return null
  return (
    <dl className="asked-counts">
      {counts.map((count) => (
        <div key={count}>
          <dt>{t.asked.counts[count]}</dt>
          <dd>{t.format.digits(data[count])}</dd>
        </div>
      ))}
    </dl>
  )
}
