import { useSuspenseQuery } from '@tanstack/react-query'
import { call, query } from '#src/platform/http/client.ts'
import type { InputOf } from '#src/platform/http/contract.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { type Operator, operatorSettings } from '#src/platform/operator.ts'
import { type AdminTexts, useAdminTexts } from '#src/texts/texts.tsx'
import { useAction } from '#src/ui/action.ts'
import { DoneIcon } from '#src/ui/art/icons.ts'
import { UnstatedIcon } from '#src/ui/art/member-icons.ts'
import { Button } from '#src/ui/button.tsx'
import { Section } from '#src/ui/key-values.tsx'
import { type Site, useSite } from '#src/ui/site.tsx'
import { noteSetup, readSetup, type SetupStep, setupSteps } from './contract.ts'

export const setup = query(readSetup, {})

/** The settings or the command behind each step, as docs/operating.md names them. */
const settings: Partial<Record<SetupStep, string[]>> = {
  mail: ['SMTP_URL', 'MAIL_FROM'],
  secondFactor: ['ADMIN_SECOND_FACTOR'],
  backup: ['nikhad backup'],
  biodata: ['nikhad import'],
}

/** Each way to be paid is enough. */
const paymentSettings = {
  stripe: ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'],
  'send-money': ['FEE_BDT', 'SEND_MONEY_*'],
}

/** What is left to do on a new site comes first. The list leaves by itself once all is done. */
export function Setup() {
  const t = useAdminTexts()
  const site = useSite()
  const { done, isHidden, ...counts } = useSuspenseQuery(setup).data
  const noting = useAction((note: InputOf<typeof noteSetup>['note']) => call(noteSetup, { note }), {
    stale: [readSetup],
  })
  const left = setupSteps.filter((step) => !done.includes(step))
  if (left.length === 0) return null
  if (isHidden)
    return (
      <Button look="quiet" small busy={noting.isPending} onClick={() => noting.mutate('showed setup')}>
        {t.setup.show}
      </Button>
    )
  return (
    <Section
      title={t.setup.title}
      aside={<span className="text-ink-2">{t.setup.doneOf(done.length, setupSteps.length)}</span>}
    >
      <ul className="grid gap-4 pt-3">
        {left.map((step) => (
          <li key={step} className="setup-step">
            <UnstatedIcon className="size-5 text-ink-2" />
            <div className="min-w-0">
              <b className="font-semibold">{t.setup.steps[step]}</b> <span className="sr-only">{t.setup.toDo}</span>
              <p className="text-md">{formatHint(t, step, counts, site)}</p>
              {step === 'secondFactor' && (
                <Link to={to.account} className="touch font-semibold underline">
                  {t.setup.secondFactorLink}
                </Link>
              )}
              {step === 'privacy' && (
                <div className="flex flex-wrap items-center gap-x-4">
                  <Link to={to.privacy} className="touch font-semibold underline">
                    {t.setup.privacyLink}
                  </Link>
                  <Button
                    small
                    look="secondary"
                    busy={noting.isPending}
                    onClick={() => noting.mutate('read privacy text')}
                  >
                    {t.setup.privacyIsTrue}
                  </Button>
                </div>
              )}
              {step === 'biodata' && (
                <Link to={to.imports()} className="touch font-semibold underline">
                  {t.imports.title}
                </Link>
              )}
              {step === 'payment' &&
                Object.entries(paymentSettings).map(([way, names]) => (
                  <ForTechnician key={way} words={t.setup.technicianFor[way]} settings={names} />
                ))}
              <ForTechnician
                settings={step === 'operator' ? missing(site).map(([, of]) => of) : (settings[step] ?? [])}
              />
            </div>
          </li>
        ))}
        {done.map((step) => (
          <li key={step} className="setup-step">
            <DoneIcon className="size-5 text-ok" />
            <span>
              {t.setup.steps[step]} <span className="sr-only">{t.setup.done}</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="pt-4 text-md text-ink-2">{t.setup.how}</p>
      <Button look="quiet" small busy={noting.isPending} onClick={() => noting.mutate('hid setup')}>
        {t.setup.hide}
      </Button>
    </Section>
  )
}

/** Leads to the list from where an administrator comes first, unless they have put it away. */
export function SetupLine() {
  const t = useAdminTexts()
  const { done, isHidden } = useSuspenseQuery(setup).data
  if (isHidden || done.length === setupSteps.length) return null
  return (
    <p className="pb-4">
      <Link to={to.adminDashboard} className="touch font-semibold underline">
        {t.setup.title}
      </Link>
      : {t.setup.doneOf(done.length, setupSteps.length)}
    </p>
  )
}

/** What is missing of the operator, with its settings. */
const missing = ({ operator }: Site) =>
  (Object.entries(operatorSettings) as [keyof Operator, string][]).filter(([part]) => !operator[part])

/** The exact settings: an administrator may have somebody else set them. */
function ForTechnician({ words, settings }: { words?: string | undefined; settings: readonly string[] }) {
  const t = useAdminTexts()
  if (settings.length === 0) return null
  return (
    <p className="pt-2 text-sm text-ink-2">
      {words ?? t.setup.forTechnician}{' '}
      {settings.map((setting) => (
        <code key={setting} className="setup-setting">
          {setting}
        </code>
      ))}
    </p>
  )
}

function formatHint(
  t: AdminTexts,
  step: SetupStep,
  counts: { admins: number; adminsWithoutFactor: number },
  site: Site,
) {
  if (step === 'secondFactor') return t.setup.withoutFactor(counts.adminsWithoutFactor, counts.admins)
  if (step !== 'operator') return t.setup.hints[step]
  const { contact, operator } = site
  const canBeReached = contact.hasForm || contact.email || operator.phone || operator.whatsApp
  const parts = missing(site).map(([part]) => t.setup.operatorParts[part])
  return `${canBeReached ? t.setup.hints.operator : t.setup.unreachable} ${t.setup.missing(parts.join(', '))}`
}
