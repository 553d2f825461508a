import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { nameFor } from '#src/platform/name-spellings.ts'
import { useMemberTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { ChatIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { focusHeading } from '#src/ui/focus.ts'
import { SegmentedField, TextAreaField } from '#src/ui/forms/field.tsx'
import { SmallForm, useCheckedForm } from '#src/ui/forms/form.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { useSite } from '#src/ui/site.tsx'
import { answerQuestion, declineQuestion, openQuestions, type Question } from './contract.ts'
import { feedbackQuestions } from './hooks.ts'
import { type HowRight, howRight, longestNote } from './policy.ts'

/** The oldest open question, one at a time. The page asks for `feedbackQuestions`. */
export function FeedbackQuestion() {
  const { data } = useSuspenseQuery(feedbackQuestions)
  return data[0] ? <QuestionSection key={data[0].id} question={data[0]} /> : null
}

type Typed = Record<'didAnswer' | 'wasRight' | 'note', string>

function QuestionSection({ question: { id, number, until, ...names } }: { question: Question }) {
  const t = useMemberTexts()
  const { brand } = useSite()
  const [didAnswer, setDidAnswer] = useState<string>()
  const after = { onDone: focusHeading, stale: [openQuestions] }
  const answer = useAction((input: InputOf<typeof answerQuestion>) => call(answerQuestion, input), {
    ...after,
    toastText: t.feedback.sent,
  })
  const decline = useAction(() => call(declineQuestion, { id }), { ...after, toastText: t.feedback.declined })
  const form = useCheckedForm<Typed>(
    (typed) => ({
      didAnswer: typed.didAnswer ? undefined : t.feedback.missing.didAnswer,
      wasRight: typed.didAnswer === 'yes' && !typed.wasRight ? t.feedback.missing.wasRight : undefined,
    }),
    (typed) =>
      answer.mutate({
        ...{ id, email: 'me', didAnswer: typed.didAnswer === 'yes' },
        ...(typed.didAnswer === 'yes' && { wasRight: typed.wasRight as HowRight }),
        ...(typed.note.trim() && { note: typed.note }),
      }),
    (typed) => setDidAnswer(typed.didAnswer),
  )
  const name = nameFor(t, { name: names.name ?? '', nameInOtherScript: names.nameInOtherScript })
  const called = brand.idPrefix + number
  return (
    <Section icon={ChatIcon} title={t.feedback.title(name ? `${name}, ${called}` : called)} className="mb-4 no-print">
      <p className="mt-2 text-ink-2">{t.feedback.lead(t.format.date(until))}</p>
      <SmallForm form={form} submit={t.feedback.send} busy={answer.isPending} isInSection>
        <SegmentedField
          id="didAnswer"
          name="didAnswer"
          label={t.feedback.didAnswer}
          error={form.errors.didAnswer}
          options={(['yes', 'no'] as const).map((value) => ({ value, label: t.feedback.didAnswers[value] }))}
        />
        {didAnswer === 'yes' && (
          <SegmentedField
            id="wasRight"
            name="wasRight"
            label={t.feedback.wasRight}
            error={form.errors.wasRight}
            options={howRight.map((value) => ({ value, label: t.feedback.howRight[value] }))}
          />
        )}
        <TextAreaField
          name="note"
          rows={2}
          maxLength={longestNote}
          label={t.feedback.note}
          hint={t.feedback.noteHint}
        />
      </SmallForm>
      <Button
        look="quiet"
        small
        className="mt-2 needs-script"
        busy={decline.isPending}
        onClick={() => decline.mutate()}
      >
        {t.feedback.decline}
      </Button>
    </Section>
  )
}
