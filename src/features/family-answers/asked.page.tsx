import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { isAskedFirst } from '#src/features/contact-requests/policy.ts'
import { presence, usePresence } from '#src/features/presence/hooks.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { PhoneIcon } from '#src/ui/art/member-icons.ts'
import { Empty } from '#src/ui/empty.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { MoreRows, rowsOf } from '#src/ui/paged-table.tsx'
import { AskedList } from './asked-list.tsx'
import { asked } from './hooks.ts'

export const title: MemberPage['title'] = (t) => t.asked.title
export const queries: MemberPage['queries'] = () => [asked, presence]

export default function AskedPage() {
  const t = useMemberTexts()
  const list = useSuspenseInfiniteQuery(asked)
  const own = usePresence()
  const rows = rowsOf(list)
  return (
    <>
      <h1 tabIndex={-1} className="pb-2 text-title">
        {t.asked.title}
      </h1>
      {rows.length === 0 ? (
        <Empty icon={PhoneIcon} title={t.asked.none} ways={[[to.privacyAndPresence, t.asked.change]]}>
          {own && !isAskedFirst(own.contactFor) ? t.asked.noneNotAsked : t.asked.noneHint}
        </Empty>
      ) : (
        <>
          <p className="pb-4 text-ink-2">{t.asked.lead}</p>
          <AskedList rows={rows} />
        </>
      )}
      <MoreRows list={list} />
    </>
  )
}
