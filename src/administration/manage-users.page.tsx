import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { to } from '#src/platform/addresses.ts'
import { requestOf } from '#src/platform/http/contract.ts'
import { pagedQuery } from '#src/platform/http/query.ts'
import { inBangladesh } from '#src/platform/i18n/bangladesh-time.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import type { PageModule } from '#src/platform/page-module.ts'
import { useSite } from '#src/platform/site.tsx'
import { useMakeAdmin } from '#src/premium/hooks.ts'
import { MakePremium } from '#src/premium/make-premium.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { SearchIcon } from '#src/ui/icons.ts'
import { filtersOf, ListTools, useListAddress } from '#src/ui/list-tools.tsx'
import { OneTimeAction } from '#src/ui/one-time-action.tsx'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { sayFailure } from '#src/ui/problems.tsx'
import { toast } from '#src/ui/toast.tsx'
import { exportUsers, listUsers, type User } from '#src/users/admin-contract.ts'

const sortKeys = ['name', 'email', 'date'] as const
const users = (address: URLSearchParams) => pagedQuery(listUsers, { limit: 25, ...filtersOf(address, sortKeys) })

export const title: PageModule['title'] = (t) => t.admin.usersTitle
export const queries: PageModule['queries'] = ({ search }) => [users(search)]

export default function ManageUsersPage() {
  const t = useMemberTexts()
  const { address, ...tools } = useListAddress(sortKeys, () => '-date')
  const list = useSuspenseInfiniteQuery(users(address))
  const labels = { name: t.admin.userName, email: t.admin.userEmail, date: t.admin.since }
  const column = (key: keyof typeof labels) => ({ key, label: labels[key], sort: tools.sorting(key) })
  return (
    <>
      <h1 className="pb-4 text-title">{t.admin.usersTitle}</h1>
      <ListTools list={tools} sorts={labels} exportUrl={requestOf(exportUsers, tools.filters).url} />
      {rowsOf(list).length === 0 ? (
        <Empty icon={SearchIcon} title={t.admin.noUsers} />
      ) : (
        <PagedTable
          list={list}
          caption={t.admin.usersTitle}
          columns={[
            { ...column('name'), rowHeader: true, inCard: 'title', cell: (user) => <Name user={user} /> },
            {
              ...column('email'),
              inCard: 'fact',
              className: 'email-cell',
              cell: ({ email }) => <EmailText address={email} />,
            },
            { ...column('date'), inCard: 'end', cell: ({ since }) => t.format.shortDate(inBangladesh(since).day) },
            { key: 'admin', inCard: 'button', label: t.admin.makeAdmin, cell: (user) => <MakeAdmin user={user} /> },
            {
              key: 'premium',
              inCard: 'button',
              label: t.admin.makePremium,
              cell: (user) => <MakePremium user={user} isPremium={user.premium} />,
            },
          ]}
        />
      )}
    </>
  )
}

function Name({ user: { id, name, number } }: { user: User }) {
  const { brand } = useSite()
  if (number === 0) return name
  return (
    <>
      <RowLink to={to.details(id)}>{name}</RowLink>{' '}
      <span className="text-sm font-normal whitespace-nowrap text-ink-2 @min-[45rem]:block">
        {brand.idPrefix + number}
      </span>
    </>
  )
}

function MakeAdmin({ user }: { user: User }) {
  const t = useMemberTexts()
  const make = useMakeAdmin()
  return (
    <OneTimeAction
      isDone={user.role === 'admin'}
      doneText={t.admin.admin}
      label={t.admin.makeAdminNamed(user.name)}
      question={t.admin.makeAdminQuestion(user.name)}
      busy={make.isPending}
      onPress={() =>
        make.mutate(user.id, {
          onSuccess: () => toast.success(t.admin.madeAdmin),
          onError: (error) => toast.error(sayFailure(t, error)),
        })
      }
    >
      {t.admin.makeAdmin}
    </OneTimeAction>
  )
}
