import { useSuspenseQuery } from '@tanstack/react-query'
import type { ResultOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { ChatIcon } from '#src/ui/art/member-icons.ts'
import { KeyValues, Section } from '#src/ui/key-values.tsx'
import type { feedbackOn } from './contract.ts'
import { feedbackAbout } from './hooks.ts'

/** What askers said of a person, for administrators. The page asks for `feedbackAbout`. */
export function PersonFeedback({ id }: { id: string }) {
  const t = useAdminTexts()
  const { data: said } = useSuspenseQuery(feedbackAbout(id))
  return (
    <Section icon={ChatIcon} title={t.saidOf.title}>
      <p className="pt-2 text-ink-2">{said ? t.saidOf.hint : t.saidOf.own}</p>
      {said && (said.latest.length > 0 ? <Said {...said} /> : <p className="pt-3">{t.saidOf.none}</p>)}
    </Section>
  )
}

function Said({ answered, unanswered, right, partlyRight, wrong, latest }: NonNullable<ResultOf<typeof feedbackOn>>) {
  const t = useAdminTexts()
  return (
    <>
      <KeyValues
        isWide
        items={[
          { label: t.saidOf.didAnswer, value: t.saidOf.answers(answered, unanswered) },
          { label: t.saidOf.wasRight, value: t.saidOf.rights(right, partlyRight, wrong) },
        ]}
      />
      <ul className="pt-2">
        {latest.map(({ id, on, askerId, asker, wasRight, note }) => (
          <li key={id} className="border-t py-2.5 grid gap-1">
            <p className="flex flex-wrap gap-x-4">
              <Link to={to.person(askerId)} className="font-semibold underline wrap-anywhere">
                {asker}
              </Link>
              <span className="text-ink-2">{t.format.shortDate(on)}</span>
              <span>{wasRight ? t.saidOf.right[wasRight] : t.saidOf.noAnswer}</span>
            </p>
            {note && <p className="text-ink-2 wrap-anywhere whitespace-pre-wrap">{note}</p>}
          </li>
        ))}
      </ul>
    </>
  )
}
