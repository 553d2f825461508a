import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isCounted, setWishes } from '#src/features/biodata/index.ts'
import { formatPeople } from '#src/features/search/index.ts'
import { call, query } from '#src/platform/http/client.ts'
import type { InputOf, ResultOf } from '#src/platform/http/contract.ts'
import { type AllTexts, useMemberTexts } from '#src/texts/texts.tsx'
import { PeopleIcon } from '#src/ui/art/member-icons.ts'
import { countTyped } from './contract.ts'
import { type TypedForm, typedWishes } from './typed-form.ts'

type Asked = InputOf<typeof countTyped>

/** Somebody who goes through a list by keys changes it many times. */
const settleMs = 500

function useSettled(value: string) {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** How many people meet the wishes as they are typed. It asks only once it was on the screen. */
export function WishCount({ typed }: { typed: TypedForm }) {
  const t = useMemberTexts()
  const place = useRef<HTMLDivElement>(null)
  const [wasSeen, setSeen] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true))
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  const now = typedWishes(typed)
  const settled = useSettled(JSON.stringify(now ?? null))
  const asked: Asked | null = JSON.parse(settled)
  const { data, isError } = useQuery({
    ...query(countTyped, asked!),
    queryFn: ({ signal }) => call(countTyped, asked!, { signal }),
    enabled: wasSeen && !!now && !!asked,
    placeholderData: keepPreviousData,
    refetchInterval: false,
    refetchOnWindowFocus: false,
    retry: false,
  })
  return (
    <div ref={place} className="wish-count needs-script">
      <PeopleIcon />
      <p role="status">{now ? formatCount(t, now, isError ? null : data) : formatMissing(t, typed)}</p>
    </div>
  )
}

const formatMissing = (t: AllTexts, { gender }: TypedForm) => (gender ? t.wishes.meetBefore : t.wishes.meetGender)

/** Undefined is not known yet, null not for now. */
function formatCount(t: AllTexts, asked: Asked, found: ResultOf<typeof countTyped> | undefined) {
  if (!found) return found === null ? t.wishes.notCounted : t.wishes.counting
  const musts = found.mustHaves && t.wishes.meetMusts(formatPeople(t, found.mustHaves))
  if (found.people === 0) return [t.wishes.meetNone, musts ?? t.wishes.meetClosest].join(' ')
  const people = formatPeople(t, found)
  const sets = setWishes.filter((wish) => isCounted(asked, wish))
  const meet = sets.length > 0 ? t.wishes.meetAll(people) : t.wishes.meet(people)
  return [meet, musts, sets.length === 0 && t.wishes.meetMore].filter(Boolean).join(' ')
}
