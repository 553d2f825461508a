import { AdminListPage, emailColumn, listQueries, ShortDay } from '#src/features/admin-list/components.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import type { AdminPage } from '#src/ui/page-module.ts'
import { lastPremiumApproval, premiumRequests } from './contract.ts'
import { useMakePremium } from './hooks.ts'
import { MakePremium } from './make-premium.tsx'

const list = listQueries(premiumRequests, () => ({ sort: 'date' }), lastPremiumApproval)

export const title: AdminPage['title'] = (t) => t.admin.premiumTitle
export const { queries, dependentQueries } = list

export default function ApprovePremiumPage() {
  const t = useAdminTexts()
  const { makeEachPremium } = useMakePremium()
  return (
    <AdminListPage
      list={list}
      title={t.admin.premiumTitle}
      columns={[
        {
          key: 'name',
          label: t.admin.userName,
          rowHeader: true,
          inCard: 'title',
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
        { key: 'date', label: t.admin.requestedOn, inCard: 'fact', cell: ({ date }) => <ShortDay of={date} /> },
      ]}
      approval={{
        isApproved: () => false,
        action: {
          label: t.admin.makePremium,
          cell: (request, isDone, onDone) => <MakePremium user={request} isPremium={isDone} onDone={onDone} />,
        },
        approve: makeEachPremium,
        question: t.admin.makeManyPremiumQuestion,
        done: t.admin.madePremium,
      }}
    />
  )
}
