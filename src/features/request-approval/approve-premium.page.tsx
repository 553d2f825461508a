import { useState } from 'react'
import { AdminListPage, emailColumn, listQueries, nameColumn } from '#src/features/admin-list/components.ts'
import { MakePremium } from '#src/features/premium/components.ts'
import { lastPremiumApproval, makeEachPremium, premiumRequests } from '#src/features/premium/contract.ts'
import { call, query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useSearch } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import type { Address, AdminPage } from '#src/ui/page-module.ts'
import { openedIn, premiumReview } from './contract.ts'
import { PremiumPane } from './premium-pane.tsx'

const list = listQueries(premiumRequests, () => 'date', { lastApproval: lastPremiumApproval })

export const title: AdminPage['title'] = (t) => t.admin.premiumTitle
export const queries = (address: Address) => {
  const opened = openedIn(address.search)
  return [...list.queries(address), ...(opened ? [query(premiumReview, { id: opened })] : [])]
}

export default function ApprovePremiumPage() {
  const t = useAdminTexts()
  const address = useSearch()
  const opened = openedIn(address)
  const addressOf = (id: string | undefined) => to.approvePremium + list.searchWith(address, 'request', id)
  // The list on the screen keeps its rows until it is opened again.
  const [made, setMade] = useState<ReadonlySet<string>>(new Set())
  const remember = (...ids: string[]) => setMade((known) => new Set([...known, ...ids]))
  return (
    <AdminListPage
      list={list}
      title={t.admin.premiumTitle}
      lead={t.premiumReview.lead}
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
        isApproved: ({ id }) => made.has(id),
        action: {
          label: t.admin.makePremium,
          inCard: 'button',
          cell: (request, isDone, { place }) => (
            <div className="row-actions">
              <ButtonLink
                to={addressOf(request.id)}
                small
                look={place === 0 && !isDone ? 'primary' : 'secondary'}
                aria-label={t.premiumReview.reviewNamed(request.name)}
                aria-current={request.id === opened ? 'true' : undefined}
                data-opens-row
              >
                {t.admin.review}
              </ButtonLink>
              <MakePremium look="quiet" user={request} isDone={isDone} onDone={() => remember(request.id)} />
            </div>
          ),
        },
        async approve(ids) {
          const { results } = await call(makeEachPremium, { ids })
          remember(...results.flatMap(({ id, outcome }) => (/^(done|before)$/.test(outcome) ? [id] : [])))
          return results
        },
        question: t.admin.makeManyPremiumQuestion,
        done: t.admin.madePremium,
      }}
      aside={
        opened && (
          <PremiumPane
            key={opened}
            id={opened}
            rows={list.rows(address)}
            addressOf={addressOf}
            isMade={made.has(opened)}
            onMade={() => remember(opened)}
          />
        )
      }
    />
  )
}
