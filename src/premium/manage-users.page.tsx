import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { listUsers, type User } from '#src/accounts/contract.ts'
import { useMakeAdmin } from '#src/accounts/hooks.ts'
import type { PageModule } from '#src/pages.ts'
import { askPages } from '#src/platform/http/query.ts'
import { useMemberTexts } from '#src/platform/i18n/texts.tsx'
import { sayFailure } from '#src/problems.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { EmailText } from '#src/ui/email-text.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Field, Input } from '#src/ui/field.tsx'
import { SearchIcon } from '#src/ui/icons.tsx'
import { OneTimeAction } from '#src/ui/one-time-action.tsx'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { toast } from '#src/ui/toast.tsx'
import { MakePremium } from './make-premium.tsx'

const usersFound = (search: URLSearchParams) =>
  askPages(listUsers, { limit: 25, search: search.get('search')?.slice(0, 100) || undefined })

export const title: PageModule['title'] = (t) => t.admin.usersTitle
export const questions: PageModule['questions'] = ({ search }) => [usersFound(search)]

export default function ManageUsersPage() {
  const t = useMemberTexts()
  const [search, setSearch] = useSearchParams()
  const list = useSuspenseInfiniteQuery(usersFound(search))
  return (
    <>
      <h1 className="pb-4 text-title">{t.admin.usersTitle}</h1>
      <UserSearch searched={search.get('search') ?? ''} onSearch={(text) => setSearch(text ? { search: text } : {})} />
      {rowsOf(list).length === 0 ? (
        <Empty title={t.admin.noUsers} />
      ) : (
        <PagedTable
          list={list}
          caption={t.admin.usersTitle}
          columns={[
            { key: 'name', label: t.admin.userName, rowHeader: true, cell: ({ name }) => name },
            {
              key: 'email',
              label: t.admin.userEmail,
              className: 'wrap-anywhere',
              cell: ({ email }) => <EmailText address={email} />,
            },
            { key: 'admin', label: t.admin.makeAdmin, cell: (user) => <MakeAdmin user={user} /> },
            {
              key: 'premium',
              label: t.admin.makePremium,
              cell: (user) => <MakePremium user={user} isPremium={user.premium} />,
            },
          ]}
        />
      )}
    </>
  )
}

function UserSearch({ searched, onSearch }: { searched: string; onSearch: (text: string) => void }) {
  const t = useMemberTexts()
  const input = useRef<HTMLInputElement>(null)
  // Back and Forward change what is searched for, too.
  useEffect(() => {
    if (input.current) input.current.value = searched
  }, [searched])
  return (
    <search>
      <form
        className="mb-5"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(input.current?.value.trim() ?? '')
        }}
      >
        <Field label={t.admin.search} className="max-w-120">
          {(id) => (
            <div className="flex gap-2">
              <Input ref={input} id={id} type="search" name="search" defaultValue={searched} maxLength={100} />
              <Button type="submit" look="secondary">
                <SearchIcon /> {t.admin.searchButton}
              </Button>
            </div>
          )}
        </Field>
      </form>
    </search>
  )
}

function MakeAdmin({ user }: { user: User }) {
  const t = useMemberTexts()
  const [isAsking, setAsking] = useState(false)
  const make = useMakeAdmin()
  return (
    <>
      <OneTimeAction
        isDone={user.role === 'admin'}
        doneText={t.admin.admin}
        label={t.admin.makeAdminNamed(user.name)}
        busy={make.isPending}
        onPress={() => setAsking(true)}
      >
        {t.admin.makeAdmin}
      </OneTimeAction>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t.admin.makeAdmin}
        confirmLabel={t.common.confirm}
        cancelLabel={t.common.cancel}
        onConfirm={() =>
          make.mutate(user.id, {
            onSuccess: () => toast.success(t.admin.madeAdmin),
            onError: (error) => toast.error(sayFailure(t, error)),
          })
        }
      >
        {t.admin.makeAdminQuestion(user.name)}
      </ConfirmDialog>
    </>
  )
}
