import type { ComponentProps } from 'react'
import { classNames } from '#src/ui/class-names.ts'

const womensCloth = ['rani', 'holud', 'paan', 'neel', 'laal', 'begun']
const mensCloth = ['shada', 'paan', 'neel', 'holud', 'kochi', 'begun']

type PortraitProps = ComponentProps<'svg'> & {
  gender: 'Male' | 'Female'
  bioDataId: number
  premium?: boolean
  /** Spoken name of the picture; without it the picture is decoration. */
  title?: string
}

/** Cloth and wall follow from the number, the skin tone never from data. Needs `<ArtDefs/>` in the document. */
export function Portrait({ gender, bioDataId, premium, title, className, ...rest }: PortraitProps) {
  const hash = Math.imul(bioDataId, 2654435761) >>> 0
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

type Point = [x: number, y: number]

function Flowers({ points, size }: { points: Point[]; size: number }) {
  const path = (yellow: boolean) =>
    points
      .filter((_, place) => (place % 3 === 1) === yellow)
      .map(([x, y], place) => `${place ? 'L' : 'M'}${Math.round(x)} ${Math.round(y)}`)
      .join('')
  return [false, true].map((yellow) => {
    const flower = yellow ? 'url(#art-yellow)' : 'url(#art-orange)'
    return (
      <path
        key={flower}
        d={path(yellow)}
        fill="none"
        strokeWidth={size}
        markerStart={flower}
        markerMid={flower}
        markerEnd={flower}
      />
    )
  })
}

type GarlandProps = { from: Point; to: Point; sag: number; size: number; count: number }

function Garland({ from: [x1, y1], to: [x2, y2], sag, size, count }: GarlandProps) {
  const points = Array.from({ length: count }, (_, place): Point => {
    const t = place / (count - 1)
    return [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t + 4 * sag * t * (1 - t)]
  })
  return <Flowers points={points} size={size} />
}

function Strand({ at: [x, y], count, size }: { at: Point; count: number; size: number }) {
  const last: Point = [x, y + (count - 1) * size * 1.75]
  return (
    <>
      <path d={`M${x - 4} ${last[1] + size * 1.35}l-5 22h18l-5-22z`} fill="#b5145b" />
      <Flowers points={Array.from({ length: count }, (_, place) => [x, y + place * size * 1.75])} size={size} />
    </>
  )
}

const leaves: [x: number, y: number, turn: number][] = [
  [30, 44, 18],
  [52, 52, -8],
  [360, 48, 10],
  [384, 44, -14],
  [198, 92, 14],
  [222, 92, -14],
]

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
        <Portrait gender="Female" bioDataId={18} premium x="4" y="252" width="214.4" height="268" />
        <Portrait gender="Male" bioDataId={266} premium x="216" y="252" width="214.4" height="268" />
        <g transform="translate(10)" className="hanging">
          {leaves.map(([x, y, turn]) => (
            <use key={x} href="#art-leaf" transform={`translate(${x} ${y})rotate(${turn})`} />
          ))}
          <Garland from={[46, 44]} to={[210, 88]} sag={58} size={12} count={10} />
          <Garland from={[210, 88]} to={[374, 44]} sag={58} size={12} count={10} />
          <Strand at={[46, 58]} count={6} size={11} />
          <Strand at={[374, 58]} count={6} size={11} />
          <Strand at={[210, 104]} count={5} size={12} />
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
        <Portrait gender="Female" bioDataId={bride} premium x="92" y="18" width="99.2" height="124" />
        <Portrait gender="Male" bioDataId={groom} premium x="168" y="18" width="99.2" height="124" />
        <Garland from={[-6, -4]} to={[180, 4]} sag={34} size={8} count={16} />
        <Garland from={[180, 4]} to={[366, -4]} sag={34} size={8} count={16} />
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
