import type { FormEvent } from 'react'
import { to } from '#src/platform/addresses.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import { Link, useNavigate } from '#src/platform/routing.tsx'
import { useSite } from '#src/platform/site.tsx'
import { SearchIcon } from '#src/ui/icons.ts'

/**
 * Leads a member to the person with a number: a field in the menu; in the header, which has no room for one, a link to the
 * field where there is room for that, and `Biodatas` beside it leads there too. A file of its own: visitors do not load it.
 */
export default function Search({ isField }: { isField?: boolean }) {
  const t = useTexts()
  const { brand } = useSite()
  const navigate = useNavigate()
  function go(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const number = String(new FormData(event.currentTarget).get('number'))
    navigate(`${to.find}?${new URLSearchParams({ number })}`)
  }
  if (!isField)
    return (
      <Link
        to={`${to.find}#number`}
        aria-label={t.card.number}
        title={t.card.number}
        className="nav-link min-w-11 justify-center px-2 max-[68rem]:hidden"
      >
        <SearchIcon className="size-5" />
      </Link>
    )
  return (
    <search>
      <form action={to.find} onSubmit={go}>
        <input
          type="search"
          name="number"
          required
          autoComplete="off"
          aria-label={t.card.number}
          placeholder={`${brand.idPrefix}1042`}
          className="input"
        />
      </form>
    </search>
  )
}
