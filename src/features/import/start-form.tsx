import { useState } from 'react'
import { dayOf } from '#src/platform/clock.ts'
import { call } from '#src/platform/http/client.ts'
import { useAdminTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { Button } from '#src/ui/button.tsx'
import { focusHeading, goToField } from '#src/ui/focus.ts'
import { TextField } from '#src/ui/forms/field.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { type Import, startImport, viewImport } from './contract.ts'

const fates = ['drafts', 'publish'] as const

/** To publish at once needs a word on how and when these people agreed (REQUIREMENTS M9). */
export function StartForm({ one: { id, good } }: { one: Import }) {
  const t = useAdminTexts()
  const [fate, setFate] = useState<(typeof fates)[number]>('drafts')
  const [how, setHow] = useState('')
  const [on, setOn] = useState('')
  const [isChecked, setChecked] = useState(false)
  const start = useAction(() => call(startImport, { id, ...(fate === 'publish' && { agreement: { how, on } }) }), {
    stale: [viewImport],
    onDone: focusHeading,
  })
  const today = dayOf(new Date())
  const wrong = {
    ...(how.trim() === '' && { how: t.imports.howMissing }),
    ...((!/^\d{4}-\d\d-\d\d$/.test(on) || on > today) && { on: t.imports.onMissing }),
  }
  function press() {
    const first = fate === 'publish' && Object.keys(wrong)[0]
    setChecked(true)
    if (first) goToField(`agreed-${first}`)
    else start.mutate()
  }
  return (
    <Section title={t.imports.before}>
      <fieldset className="mt-3 options">
        <legend className="sr-only">{t.imports.fate}</legend>
        {fates.map((one) => (
          <label key={one}>
            <input type="radio" name="fate" value={one} checked={fate === one} onChange={() => setFate(one)} />
            <strong>{t.imports.fates[one]}</strong>
            <small>{t.imports.fateHints[one]}</small>
          </label>
        ))}
      </fieldset>
      {fate === 'publish' && (
        <div className="mt-4 grid gap-4">
          <TextField
            id="agreed-how"
            name="agreed-how"
            label={t.imports.how}
            hint={t.imports.howHint}
            maxLength={500}
            value={how}
            onChange={(event) => setHow(event.target.value)}
            {...(isChecked && wrong.how && { error: wrong.how })}
          />
          <TextField
            id="agreed-on"
            name="agreed-on"
            type="date"
            label={t.imports.on}
            max={today}
            value={on}
            onChange={(event) => setOn(event.target.value)}
            {...(isChecked && wrong.on && { error: wrong.on })}
          />
        </div>
      )}
      <div className="mt-5">
        <Button busy={start.isPending} onClick={press}>
          {t.imports.start[fate](good)}
        </Button>
      </div>
    </Section>
  )
}
