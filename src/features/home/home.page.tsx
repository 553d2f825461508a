import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Cards } from '#src/features/biodata/components.ts'
import { choices, type Gender } from '#src/features/biodata/index.ts'
import { countBiodata, premiumMembers } from '#src/features/browse/contract.ts'
import { useSignInWays, useUser } from '#src/features/identity/hooks.ts'
import { query } from '#src/platform/http/client.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import { Link } from '#src/platform/navigation/routing.tsx'
import { useTexts } from '#src/texts/texts.tsx'
import { Advantages } from '#src/ui/advantages.tsx'
import { HeroArt, Jamdani, StoryArt } from '#src/ui/art/art.tsx'
import { LockIcon, SearchIcon } from '#src/ui/art/icons.ts'
import { Button, ButtonLink } from '#src/ui/button.tsx'
import { Field, Input, SelectField } from '#src/ui/forms/field.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import { useSite } from '#src/ui/site.tsx'
import { viewFigures } from './contract.ts'
import { leastCounted } from './policy.ts'

export const title: PageModule['title'] = (t) => t.home.hero
export const description: PageModule['description'] = (t) => t.home.description
export const parse = ({ language }: Address) => ({ language })
type Props = ReturnType<typeof parse>
export const queries: PageModule<Props>['queries'] = (props) => [
  query(premiumMembers, {}),
  query(countBiodata, {}),
  query(viewFigures, props),
]

export default function HomePage(props: Props) {
  const t = useTexts()
  return (
    <div className="wrap">
      <Hero />
      <section aria-label={t.home.relyOn} className="panel advantages-panel">
        <Advantages />
      </section>
      <PremiumMembers />
      <Newest {...props} />
      <HowItWorks />
      <Counters {...props} />
      <SuccessStories {...props} />
      <Invitation />
    </div>
  )
}

function Invitation() {
  const t = useTexts()
  return (
    <section aria-labelledby="free" className="on-deep rounded-panel invitation">
      <div>
        <h2 id="free" className="text-section">
          {t.home.free}
        </h2>
        <p className="hero-lead">{t.home.forFamily}</p>
      </div>
      <ButtonLink to={to.register()} look="gold">
        {t.home.create}
      </ButtonLink>
    </section>
  )
}

function Hero() {
  const t = useTexts()
  return (
    <section className="on-deep grid rounded-panel hero">
      <Jamdani className="behind text-gold opacity-10" />
      <div className="hero-words">
        <h1 className="hero-title">{t.home.hero}</h1>
        <p className="hero-lead">{t.home.description}</p>
        <Finder />
        <p className="hero-second">
          <ButtonLink to={to.register()} look="secondary" className="on-dark">
            {t.home.create}
          </ButtonLink>
        </p>
        <p className="hero-note">
          <LockIcon className="mt-0.5 text-gold" />
          {t.home.privacy}
        </p>
      </div>
      <HeroArt title={t.home.hero} />
    </section>
  )
}

interface FinderProps {
  gender?: Gender
  minAge?: number | undefined
  maxAge?: number | undefined
  /** In place of the one division that a visitor chooses. */
  children?: ReactNode
}

/** A plain form, so it works before any script is there. */
export function Finder({ gender, minAge, maxAge, children }: FinderProps) {
  const t = useTexts()
  const inDigits = (age: number | undefined) => age && t.format.digits(age)
  return (
    <search>
      <form action={to.browse} method="get" className="grid rounded-card hero-search">
        <SelectField
          label={t.home.lookingFor}
          name="gender"
          placeholder={t.browse.any.gender}
          defaultValue={gender}
          options={choices.gender.toReversed().map((value) => ({ value, label: t.options.gender[value] }))}
        />
        <Field isGroup label={t.card.age}>
          <div className="pair">
            <Input name="minAge" aria-label={t.browse.minAge} inputMode="numeric" defaultValue={inDigits(minAge)} />
            <span aria-hidden="true">{t.common.to}</span>
            <Input name="maxAge" aria-label={t.browse.maxAge} inputMode="numeric" defaultValue={inDigits(maxAge)} />
          </div>
        </Field>
        {children ?? (
          <SelectField
            label={t.card.division}
            name="division"
            placeholder={t.browse.any.division}
            options={choices.division.map((value) => ({ value, label: t.options.division[value] }))}
            className="hero-row"
          />
        )}
        <Button type="submit" className="hero-row hero-button">
          <SearchIcon /> {t.browse.title}
        </Button>
      </form>
    </search>
  )
}

/** Members meet those whom they could marry `first`. */
export function PremiumMembers({ first }: { first?: Gender | undefined }) {
  const t = useTexts()
  const { data: members } = useSuspenseQuery(query(premiumMembers, {}))
  const [order, setOrder] = useState<'ascending' | 'descending'>('ascending')
  const sorted = members.toSorted(
    (a, b) =>
      Number(b.gender === first) - Number(a.gender === first) ||
      (order === 'ascending' ? a.age - b.age : b.age - a.age),
  )
  if (sorted.length === 0) return null
  return (
    <section aria-labelledby="premium-members" className="pt-12">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="premium-members" className="text-section">
          {t.home.premiumMembers}
        </h2>
        <SelectField
          label={t.home.sortByAge}
          id="sort-by-age"
          className="sort-by-age"
          value={order}
          onChange={(event) => setOrder(event.target.value as typeof order)}
          options={[
            { value: 'ascending', label: t.home.ascending },
            { value: 'descending', label: t.home.descending },
          ]}
        />
      </div>
      <Cards cards={sorted} className="three" />
    </section>
  )
}

/** The server sends them while nobody is premium. */
function Newest(props: Props) {
  const t = useTexts()
  const { newest = [] } = useSuspenseQuery(query(viewFigures, props)).data
  if (newest.length === 0) return null
  return (
    <section aria-labelledby="newest" className="pt-12">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 id="newest" className="text-section">
          {t.home.newest}
        </h2>
        <Link to={to.browse} className="font-semibold text-primary underline">
          {t.browse.title}
        </Link>
      </div>
      <Cards cards={newest} className="three" />
    </section>
  )
}

export function HowItWorks() {
  const t = useTexts()
  const { google } = useSignInWays()
  const { takesPayments } = useSite()
  const user = useUser()
  return (
    <section aria-labelledby="how-it-works" className="pt-16">
      <h2 id="how-it-works" className="text-section mb-6">
        {t.home.howItWorks}
      </h2>
      <ol className="steps">
        {t.home.steps({ google, fee: takesPayments }).map((step, index) => (
          <li key={step.title}>
            <span aria-hidden="true" className="step-badge">
              {t.format.number(index + 1)}
            </span>
            <div>
              <h3 className="step-title">
                {index === 0 && !user ? (
                  <Link to={to.register()} className="text-primary underline">
                    {step.title}
                  </Link>
                ) : (
                  step.title
                )}
              </h3>
              <p className="mt-0.5 text-md text-ink-2">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const couples = [
  { bride: 12, groom: 7, ground: 'story-rani' },
  { bride: 31, groom: 18, ground: 'story-green' },
  { bride: 44, groom: 25, ground: 'story-gold' },
]

function SuccessStories(props: Props) {
  const t = useTexts()
  const { stories } = useSuspenseQuery(query(viewFigures, props)).data
  if (stories.length === 0) return null
  return (
    <section aria-labelledby="success-stories" className="pt-16">
      <h2 id="success-stories" className="mb-6 text-section">
        {t.home.stories}
      </h2>
      <div className="grid stories">
        {stories.map((story, index) => {
          const { bride, groom, ground } = couples[index % couples.length]!
          return (
            <figure key={story.quote} className="flex flex-col overflow-hidden panel">
              <StoryArt bride={bride} groom={groom} className={ground} />
              <blockquote className="story-words">{story.quote}</blockquote>
              <figcaption className="story-names">
                <b className="block font-semibold text-ink">{story.names}</b>
                {story.place}
              </figcaption>
            </figure>
          )
        })}
      </div>
    </section>
  )
}

const countUpMs = 2_500

export function Counters(props: Props) {
  const t = useTexts()
  const { femaleCount, maleCount } = useSuspenseQuery(query(countBiodata, {})).data
  const { marriages, totalBiodata, countedOn, countsMarriages } = useSuspenseQuery(query(viewFigures, props)).data
  const box = useRef<HTMLDListElement>(null)
  const progress = useCountUp(box)
  const counted = (count: number) => (count < leastCounted ? undefined : count)
  const counters = [
    [counted(femaleCount), t.home.girls],
    [counted(maleCount), t.home.boys],
    [marriages, t.home.marriages],
    [totalBiodata, t.home.totalBiodata],
  ] as const
  const shown = counters.flatMap(([value, label]) => (value === undefined ? [] : [{ value, label }]))
  if (shown.length === 0) return null
  return (
    <section aria-label={t.home.counters} className="pt-16">
      <div className="counters">
        <Jamdani className="behind opacity-10" />
        <dl ref={box}>
          {shown.map(({ value, label }) => (
            <div key={label}>
              <dt className="counter-label">{label}</dt>
              <dd>
                <span className="sr-only">{t.format.number(value)}</span>
                <span aria-hidden="true">{t.format.number(Math.round(value * progress))}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      {countedOn && (
        <p className="mt-3 text-ink-2">
          {[t.home.countedOn(t.format.date(countedOn)), countsMarriages && t.home.coupleTells]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </section>
  )
}

/** Before it is in sight, and for those who want no motion, it is 1. */
function useCountUp(element: RefObject<HTMLElement | null>) {
  const [progress, setProgress] = useState(1)
  useEffect(() => {
    if (!element.current || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      const started = performance.now()
      const step = (now: number) => {
        const part = Math.min(1, (now - started) / countUpMs)
        setProgress(1 - (1 - part) ** 3)
        if (part < 1) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
    })
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [element])
  return progress
}
