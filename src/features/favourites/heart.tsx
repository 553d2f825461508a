import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMember } from '#src/features/identity/hooks.ts'
import { call, queriesOf } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { HeartIcon } from '#src/ui/art/member-icons.ts'
import { classNames } from '#src/ui/class-names.ts'
import { toast } from '#src/ui/dialogs/toast.tsx'
import { formatFailure } from '#src/ui/problems.tsx'
import { addFavourite, removeFavourite, shortlistPath } from './contract.ts'
import { mostFavourites } from './policy.ts'

interface Person {
  id: string
  number: number
  name: string
  division: string
  occupation: string
  isFavourite?: boolean | undefined
}

/** The same answer with this person marked, wherever they stand in it. */
function marked<T>(answer: T, id: string, isFavourite: boolean): T {
  if (typeof answer !== 'object' || answer === null) return answer
  if (Array.isArray(answer)) return answer.map((one) => marked(one, id, isFavourite)) as T
  const inside = Object.entries(answer).map(([name, value]) => [name, marked(value, id, isFavourite)])
  const isPerson = 'id' in answer && answer.id === id && 'isFavourite' in answer
  return { ...Object.fromEntries(inside), ...(isPerson && { isFavourite }) }
}

interface HeartProps {
  person: Person
  /** How buttons of a list differ for who hears them. */
  label?: string
  /** The answer that is about this person alone: it is asked for again after a failure. */
  queryKey?: QueryKey
}

/** Marks a biodata as favourite. It never takes the mark away (REQUIREMENTS D3): Undo and the list of favourites do. */
export function Heart({ person, label, queryKey }: HeartProps) {
  const t = useMemberTexts()
  const client = useQueryClient()
  const { email } = useMember()
  const { id, number, name, division: address, occupation, isFavourite: isFilled = false } = person
  const fill = (isFavourite: boolean) =>
    client.setQueriesData({ predicate: ({ meta }) => meta?.endpoint !== undefined }, (answer: unknown) =>
      marked(answer, id, isFavourite),
    )
  const refresh = () => void client.invalidateQueries(queriesOf({ method: 'GET', path: shortlistPath }))
  const where = { label: t.favourites.seeList, to: to.myFavourites }
  const remove = useMutation({
    mutationFn: (favouriteId: string) => call(removeFavourite, { id: favouriteId }),
    onMutate: () => fill(false),
    onSuccess: refresh,
    onError(error) {
      fill(true)
      toast.failed(t, error)
    },
  })
  const add = useMutation({
    mutationFn: () => call(addFavourite, { number, email, name, address, occupation }),
    async onMutate() {
      // An answer from before the press would empty the heart again.
      if (queryKey) await client.cancelQueries({ queryKey })
      fill(true)
    },
    onSuccess({ insertedId }) {
      refresh()
      const undo = { label: t.actions.undo, onClick: () => remove.mutate(insertedId) }
      toast.success(t.biodata.inFavourites, { action: undo, link: where })
    },
    onError(error) {
      fill(false)
      if (queryKey) void client.invalidateQueries({ queryKey })
      const why = formatFailure(t, error, { 'too-many-favourites': t.favourites.full(mostFavourites) })
      toast.error(`${t.biodata.favouriteFailed} ${why}`)
    },
  })
  useEffect(toast.prepare, [])
  const says = isFilled ? t.biodata.inFavourites : t.biodata.addFavourite
  return (
    <button
      type="button"
      aria-pressed={isFilled}
      aria-label={label ? t.actions.named(says, label) : says}
      title={isFilled ? t.biodata.favouriteHint : says}
      onClick={() => (isFilled ? toast.success(t.biodata.inFavourites, { link: where }) : add.mutate())}
      className="grid heart no-print"
    >
      <HeartIcon className={classNames('heart-icon', isFilled && 'fill-current')} />
    </button>
  )
}
