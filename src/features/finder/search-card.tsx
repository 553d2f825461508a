import { type FormEvent, useState } from 'react'
import { useSignInWays } from '#src/features/identity/hooks.ts'
import { type SearchNews, soughtOf } from '#src/features/saved-searches/contract.ts'
import { useChangeSearch, useRemoveSearch } from '#src/features/saved-searches/hooks.ts'
import { titleOf } from '#src/features/saved-searches/index.ts'
import { howOften, longestName } from '#src/features/saved-searches/policy.ts'
import { onlyNew, usual } from '#src/features/search/contract.ts'
import { formatPeople, formatSought, searchFor } from '#src/features/search/index.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { Portrait } from '#src/ui/art/art.tsx'
import { DeleteIcon } from '#src/ui/art/icons.ts'
import { EditIcon } from '#src/ui/art/member-icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { DialogButtons, FormDialog } from '#src/ui/dialogs/dialog.tsx'
import { hold } from '#src/ui/dialogs/held.ts'
import { SegmentedField, TextField } from '#src/ui/forms/field.tsx'
import { useHydrated } from '#src/ui/hydrated.ts'
import { formatFailure } from '#src/ui/problems.tsx'

/** It leaves at once, and returns if that was taken back or refused. */
export function SearchCard({ search, onLeaving }: { search: SearchNews; onLeaving: (is: boolean) => void }) {
  const t = useMemberTexts()
  const { mail } = useSignInWays()
  const sought = soughtOf(search.search)
  const isFresh = search.fresh.people > 0
  const { people, isAtLeast } = search.all
  const all = t.browse.total(people)
  const title = titleOf(t, search)
  const remove = useRemoveSearch(search.id)
  async function drop() {
    onLeaving(true)
    const held = hold(remove.mutateAsync, { toastText: t.searches.deleted, texts: t.actions })
    if (!(await held.catch(() => undefined))) onLeaving(false)
  }
  return (
    <li className="panel p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="search-words">
          <h3 className="text-h3 wrap-anywhere">{title}</h3>
          {sought ? (
            <>
              {search.name !== null && <p className="mt-0.5 text-ink-2">{formatSought(t, sought)}</p>}
              <p className="mt-1 text-ink-2">{isAtLeast ? t.find.atLeast(all) : all}</p>
            </>
          ) : (
            <p className="mt-1 text-ink-2">{t.searches.outdated}</p>
          )}
        </div>
        {sought && (
          <div className="flex flex-wrap items-center gap-3">
            {isFresh ? (
              <span className="flex" aria-hidden="true">
                {search.newest.map((person) => (
                  <Portrait key={person.number} of={person} className="search-portrait" />
                ))}
              </span>
            ) : (
              <span className="text-ink-2">{t.searches.noneNew}</span>
            )}
            <ButtonLink look="secondary" small to={to.browse + searchFor(sought, isFresh ? onlyNew : usual)}>
              {isFresh ? t.searches.seeNew(formatPeople(t, search.fresh)) : t.find.open}{' '}
              <span className="sr-only">{title}</span>
            </ButtonLink>
          </div>
        )}
      </div>
      <div className="stitch search-stitch" />
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        {mail && sought && <HowOftenField search={search} />}
        <div className="needs-script search-tools">
          <Rename id={search.id} title={title} />
          <Button look="quiet" small aria-label={t.actions.named(t.actions.delete, title)} onClick={drop}>
            <DeleteIcon /> {t.actions.delete}
          </Button>
        </div>
      </div>
    </li>
  )
}

function HowOftenField({ search }: { search: SearchNews }) {
  const t = useMemberTexts()
  const change = useChangeSearch(search.id, { toastText: t.searches.chosen })
  const isHydrated = useHydrated()
  const shown = change.isPending ? (change.variables.howOften ?? search.howOften) : search.howOften
  return (
    <SegmentedField
      label={t.searches.mailMe}
      name={`how-often-${search.id}`}
      id={`how-often-${search.id}`}
      // Two by two, where there is no room for all beside each other.
      className="how-often"
      value={shown}
      disabled={!isHydrated}
      options={howOften.map((value) => ({ value, label: t.searches.howOften[value] }))}
      onChange={({ currentTarget }) => change.mutate({ howOften: currentTarget.value as SearchNews['howOften'] })}
    />
  )
}

function Rename({ id, title }: { id: string; title: string }) {
  const t = useMemberTexts()
  const change = useChangeSearch(id, {
    toastText: t.account.nameSaved,
    onDone: () => open(false),
    refuse: () => true,
  })
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<string>()
  function open(is: boolean) {
    setError(undefined)
    setOpen(is)
  }
  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const field = event.currentTarget.elements.namedItem('name') as HTMLInputElement
    const name = field.value.trim()
    const wrong =
      name === '' ? t.searches.nameMissing : name.length > longestName ? t.searches.nameTooLong(longestName) : undefined
    setError(wrong)
    if (wrong) return field.focus()
    change.mutate({ name }, { onError: (error) => setError(formatFailure(t, error)) })
  }
  return (
    <>
      <Button look="quiet" small aria-label={t.actions.named(t.searches.rename, title)} onClick={() => open(true)}>
        <EditIcon /> {t.searches.rename}
      </Button>
      <FormDialog open={isOpen} onClose={() => open(false)} title={t.actions.named(t.searches.rename, title)}>
        <form noValidate onSubmit={save} className="mt-3 grid gap-4">
          <TextField label={t.searches.name} name="name" defaultValue={title} autoComplete="off" error={error} />
          <DialogButtons submit={t.searches.saveName} busy={change.isPending} onCancel={() => open(false)} />
        </form>
      </FormDialog>
    </>
  )
}
