import { type FormEvent, type ReactNode, useState } from 'react'
import { to } from '#src/platform/navigation/addresses.ts'
import { useNavigate } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { Button } from '#src/ui/button.tsx'
import { resetName } from './browse-filter.ts'

/** Two copies of a form stand on a page, and their ids must differ. */
export type FormPlace = 'panel' | 'sheet'

export interface Wrong {
  field: string
  message: string
}

/** A plain form: its fields are the parameters of the address it goes to, so it works without a script. */
export function SearchForm({
  place,
  check,
  onApply,
  children,
}: {
  place: FormPlace
  check: (typed: URLSearchParams) => Wrong | undefined
  onApply: (typed: URLSearchParams) => void
  children: (wrong: Wrong | undefined) => ReactNode
}) {
  const t = useTexts()
  const navigate = useNavigate()
  const [wrong, setWrong] = useState<Wrong>()
  const [isTried, setTried] = useState(false)

  function apply(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { submitter } = event.nativeEvent as SubmitEvent
    if (submitter instanceof HTMLButtonElement && submitter.name === resetName) {
      form.reset()
      setWrong(undefined)
      return navigate(to.browse)
    }
    const typed = typedIn(form)
    const found = check(typed)
    setWrong(found)
    setTried(true)
    if (found) form.querySelector<HTMLElement>(`[name=${found.field}]`)!.focus()
    else onApply(typed)
  }

  return (
    <form
      action={to.browse}
      method="get"
      onSubmit={apply}
      onChange={({ currentTarget }) => isTried && setWrong(check(typedIn(currentTarget)))}
      className="sheet-column"
      noValidate
    >
      {/* The buttons stay in sight below the fields, not over them: there they would cover what has the focus. */}
      <div className="grid gap-4.5 sheet-scroll">{children(wrong)}</div>
      <div className={place === 'sheet' ? 'sheet-foot' : 'grid gap-2'}>
        <Button type="submit">{t.browse.apply}</Button>
        <Button type="submit" look="quiet" name={resetName} value="1">
          {t.browse.reset}
        </Button>
      </div>
    </form>
  )
}

const typedIn = (form: HTMLFormElement) =>
  new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]))
