import { useQueryClient } from '@tanstack/react-query'
import { AdminListPage, emailColumn, listQueries, ShortDay } from '#src/features/admin-list/components.ts'
import { MakePremium } from '#src/features/premium/components.ts'
import { makeAdmin, type User, users } from '#src/features/users/admin-contract.ts'
import { call } from '#src/platform/http/client.ts'
import { queriesOf } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { RowLink } from '#src/ui/data-table.tsx'
import { OneTimeAction } from '#src/ui/forms/one-time-action.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'

const list = listQueries(users, () => ({ sort: '-date' }))

export const title: MemberPage['title'] = (t) => t.admin.usersTitle
export const { queries } = list

export default function ManageUsersPage() {
  const t = useMemberTexts()
  return (
    <AdminListPage
      list={list}
      title={t.admin.usersTitle}
      none={t.admin.noUsers}
      columns={[
        {
          key: 'name',
          label: t.admin.userName,
          rowHeader: true,
          inCard: 'title',
          cell: (user) => <Name user={user} />,
        },
        { ...emailColumn, label: t.admin.userEmail },
        { key: 'date', label: t.admin.since, inCard: 'end', cell: ({ since }) => <ShortDay of={since} /> },
        { key: 'admin', inCard: 'button', label: t.admin.makeAdmin, cell: (user) => <MakeAdmin user={user} /> },
        {
          key: 'premium',
          inCard: 'button',
          label: t.admin.makePremium,
          cell: (user) => <MakePremium user={user} isPremium={user.premium} />,
        },
      ]}
    />
  )
}

function Name({ user: { id, name, number } }: { user: User }) {
  const { brand } = useSite()
  return (
    <>
      <RowLink to={to.person(id)}>{name}</RowLink>{' '}
      {number > 0 && (
        <span className="text-sm font-normal whitespace-nowrap text-ink-2 table-block">{brand.idPrefix + number}</span>
      )}
    </>
  )
}

function MakeAdmin({ user }: { user: User }) {
  const t = useMemberTexts()
  const client = useQueryClient()
  return (
    <OneTimeAction
      isDone={user.role === 'admin'}
      doneText={t.admin.admin}
      label={t.admin.makeAdminNamed(user.name)}
      question={t.admin.makeAdminQuestion(user.name)}
      act={async () => {
        await call(makeAdmin, { id: user.id })
        await client.invalidateQueries(queriesOf(users.rows))
      }}
      said={t.admin.madeAdmin}
    >
      {t.admin.makeAdmin}
    </OneTimeAction>
  )
}
