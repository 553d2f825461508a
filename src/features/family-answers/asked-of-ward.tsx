import { useInfiniteQuery } from '@tanstack/react-query'
import { pagedQuery } from '#src/platform/http/client.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { PhoneIcon } from '#src/ui/art/member-icons.ts'
import { Section } from '#src/ui/key-values.tsx'
import { rowsOf } from '#src/ui/paged-table.tsx'
import { AskedList } from './asked-list.tsx'
import { listAsked } from './contract.ts'

/** What came to a ward since the guardian accepted. @param ward the guardianship */
export function AskedOfWard({ ward: { id, mayAnswer } }: { ward: { id: string; mayAnswer: boolean } }) {
  const t = useMemberTexts()
  const { data } = useInfiniteQuery(pagedQuery(listAsked, { limit: 25, ward: id }))
  if (!data) return null
  const rows = rowsOf({ data })
  return (
    <Section icon={PhoneIcon} title={t.asked.ofWard}>
      <div className="mt-4">
        {rows.length > 0 ? (
          <AskedList rows={rows} of={{ mayAnswer }} />
        ) : (
          <p className="text-ink-2">{t.asked.noneOfWard}</p>
        )}
      </div>
    </Section>
  )
}
