import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'

const womensCloth = ['rani', 'holud', 'paan', 'neel', 'laal', 'begun']
const mensCloth = ['shada', 'paan', 'neel', 'holud', 'kochi', 'begun']

type PortraitProps = ComponentProps<'svg'> & {
  of: { gender: 'Male' | 'Female'; number: number; premium?: boolean }
  /** Spoken name of the picture; without it the picture is decoration. */
  title?: string
}

/** Cloth and wall follow from the number, the skin tone never from data. Needs `artDefs` in the document. */
export function Portrait({ of: { gender, number, premium }, title, className, ...rest }: PortraitProps) {
  const hash = Math.imul(number, 2654435761) >>> 0
  const cloth = (hash >>> 9) % 6
  const wall = (((hash >>> 17) % 5) + cloth + 1) % 6
  const woman = gender === 'Female'
  const bit = (position: number) => ((hash >>> position) & 1) === 1
  return (
    <svg
      viewBox="0 0 160 200"
      className={classNames(
        `cloth-${(woman ? womensCloth : mensCloth)[cloth]} wall-${wall}`,
        woman && bit(5) && 'dashed-trim',
        className,
      )}
      role={title ? 'img' : undefined}
      aria-label={title}
      aria-hidden={title ? undefined : true}
      {...rest}
    >
      <use href={woman ? '#art-woman' : '#art-man'} />
      {!woman && (hash >>> 13) % 3 === 0 && <use href="#art-beard" />}
      {!woman && bit(6) && <use href="#art-shawl" />}
      {premium && <use href="#art-gold-rim" />}
    </svg>
  )
}

type FlowersProps = { kind: 'orange' | 'yellow'; at: string; size: number }

function Flowers({ kind, at, size }: FlowersProps) {
  const flower = `url(#art-${kind})`
  return <path d={at} fill="none" strokeWidth={size} style={{ marker: flower }} />
}

/** On a phone the garland hangs lower and cuts off what is above: people follow sooner. */
export function HeroArt({ title }: { title: string }) {
  return (
    <div className="hero-art">
      <svg
        viewBox="0 0 440 520"
        preserveAspectRatio="xMidYMax meet"
        role="img"
        aria-label={title}
        className="hero-drawing"
      >
        <g transform="translate(10)" className="hanging">
          <path d="M46-700V60M374-700V60M210-700V96" stroke="#f6cf63" strokeOpacity=".8" strokeWidth="2" />
        </g>
        <Portrait of={{ gender: 'Female', number: 18, premium: true }} x="4" y="252" width="214.4" height="268" />
        <Portrait of={{ gender: 'Male', number: 266, premium: true }} x="216" y="252" width="214.4" height="268" />
        <g transform="translate(10)" className="hanging">
          <use href="#art-leaf" transform="translate(30 44)rotate(18)" />
          <use href="#art-leaf" transform="translate(52 52)rotate(-8)" />
          <use href="#art-leaf" transform="translate(360 48)rotate(10)" />
          <use href="#art-leaf" transform="translate(384 44)rotate(-14)" />
          <use href="#art-leaf" transform="translate(198 92)rotate(14)" />
          <use href="#art-leaf" transform="translate(222 92)rotate(-14)" />
          <Flowers
            kind="orange"
            size={12}
            at="M46 44L82 94 101 110 137 126 155 125 192 106 210 88 246 118 265 125 301 121 319 110 356 72 374 44"
          />
          <Flowers kind="yellow" size={12} at="M64 72L119 121 174 118 228 106 283 126 338 94" />
          <path d="M42 169.1l-5 22h18l-5-22zm328 0l-5 22h18l-5-22zM206 204.2l-5 22h18l-5-22z" fill="#b5145b" />
          <Flowers kind="orange" size={11} at="M46 58v39v19v38M374 58v39v19v38" />
          <Flowers kind="yellow" size={11} at="M46 77v58M374 77v58" />
          <Flowers kind="orange" size={12} at="M210 104v42v21" />
          <Flowers kind="yellow" size={12} at="M210 125v63" />
        </g>
      </svg>
    </div>
  )
}

export function StoryArt({ bride, groom, className }: { bride: number; groom: number; className?: string }) {
  return (
    <div className={classNames('story-art', className)}>
      <Jamdani className="opacity-10" />
      <svg viewBox="0 0 360 132" preserveAspectRatio="xMidYMid slice" aria-hidden="true" className="story-couple">
        <Portrait of={{ gender: 'Female', number: bride, premium: true }} x="92" y="18" width="99.2" height="124" />
        <Portrait of={{ gender: 'Male', number: groom, premium: true }} x="168" y="18" width="99.2" height="124" />
        <Flowers
          kind="orange"
          size={8}
          at="M-6-4L19 13 31 19 56 29 68 32 93 34 106 33 130 28 143 24 168 12 180 4 205 19 217 24 242 32 254 33 279 34 292 32 316 25 329 19 354 5 366-4"
        />
        <Flowers kind="yellow" size={8} at="M6 5L44 25 81 34 118 32 155 19 192 12 230 28 267 34 304 29 341 13" />
      </svg>
    </div>
  )
}

export function Jamdani({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('jamdani', className)} />
}

export function BrandMark({ className }: { className?: string }) {
  return (
    <svg width="26" height="32" aria-hidden="true" className={className}>
      <use href="#art-mark" />
    </svg>
  )
}

/** The word বাংলা without its font. */
export function BanglaLabel() {
  return (
    <svg width="42" height="17" fill="currentColor" aria-hidden="true">
      <use href="#art-bangla" />
    </svg>
  )
}
