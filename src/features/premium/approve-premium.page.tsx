import { AdminListPage, emailColumn, listQueries, nameColumn } from '#src/features/admin-list/components.ts'
import { call } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { lastPremiumApproval, makeEachPremium, premiumRequests } from './contract.ts'
import { MakePremium } from './make-premium.tsx'

const list = listQueries(premiumRequests, () => 'date', { lastApproval: lastPremiumApproval })

export const title: AdminPage['title'] = (t) => t.admin.premiumTitle
export const { queries } = list

export default function ApprovePremiumPage() {
  const t = useAdminTexts()
  return (
    <AdminListPage
      list={list}
      title={t.admin.premiumTitle}
      columns={[
        {
          ...nameColumn,
          label: t.admin.userName,
          cell: ({ id, name }) => <RowLink to={to.person(id)}>{name}</RowLink>,
        },
        { ...emailColumn, label: t.admin.userEmail },
        {
          key: 'number',
          label: t.admin.biodataId,
          inCard: 'fact',
          className: 'whitespace-nowrap',
          cell: ({ id, number }) => <RowLink to={to.details(id)}>{t.admin.biodataNumber(number)}</RowLink>,
        },
        { key: 'date', label: t.admin.requestedOn, inCard: 'fact', cell: ({ date }) => t.format.shortDate(date) },
      ]}
      approval={{
        action: {
          label: t.admin.makePremium,
          cell: (request, isDone, { onDone }) => <MakePremium user={request} isDone={isDone} onDone={onDone} />,
        },
        approve: async (ids) => (await call(makeEachPremium, { ids })).results,
        question: t.admin.makeManyPremiumQuestion,
        done: t.admin.madePremium,
      }}
    />
  )
}
