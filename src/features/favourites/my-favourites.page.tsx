import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useMember } from '#src/features/identity/hooks.ts'
import { call, pagedQuery } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { HeartIcon } from '#src/ui/art/member-icons.ts'
import { DeleteRow } from '#src/ui/dialogs/delete-row.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { MemberPage } from '#src/ui/page-module.ts'
import { PagedTable, rowsOf } from '#src/ui/paged-table.tsx'
import { useSite } from '#src/ui/site.tsx'
import { addFavourite, listFavourites, removeFavourite } from './contract.ts'

const ownFavourites = pagedQuery(listFavourites, { limit: 25 })

export const title: MemberPage['title'] = (t) => t.dashboard.favourites
export const queries: MemberPage['queries'] = () => [ownFavourites]

/** The contract calls them texts; what is stored are the options' values. */
const labelOf = (labels: Record<string, string>, value: string) => labels[value] ?? value

export default function MyFavouritesPage() {
  const t = useMemberTexts()
  const { brand } = useSite()
  const { email } = useMember()
  const list = useSuspenseInfiniteQuery(ownFavourites)
  const favourites = rowsOf(list)
  return (
    <>
      <h1 tabIndex={-1} className="pb-4 text-title">
        {t.dashboard.favourites}
      </h1>
      {favourites.length === 0 ? (
        <Empty icon={HeartIcon} title={t.favourites.none} ways={[[to.browse, t.browse.title]]}>
          {t.favourites.noneHint}
        </Empty>
      ) : (
        <PagedTable
          list={list}
          caption={t.dashboard.favourites}
          columns={[
            {
              label: t.accounts.name,
              className: 'thread-name',
              cell: ({ biodataId, name }) => (
                <Link to={to.details(biodataId)} className="underline wrap-anywhere">
                  {name}
                </Link>
              ),
            },
            {
              label: t.requests.id,
              className: 'whitespace-nowrap',
              cell: ({ number }) => `${brand.idPrefix}${number}`,
            },
            {
              label: t.favourites.address,
              cell: ({ address }) => labelOf(t.options.division, address),
            },
            {
              label: t.card.occupation,
              cell: ({ occupation }) => labelOf(t.options.occupation, occupation),
            },
            {
              label: t.actions.delete,
              cell: (favourite) => {
                const { id, number, name, address, occupation } = favourite
                const again = { number, email, name, address, occupation }
                return (
                  <DeleteRow
                    row={favourite}
                    rows={favourites}
                    label={t.favourites.deleteNamed(name)}
                    onDelete={() => call(removeFavourite, { id })}
                    onUndo={async () => (await call(addFavourite, again)).insertedId}
                  />
                )
              },
            },
          ]}
        />
      )}
    </>
  )
}
