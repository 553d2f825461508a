import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countBiodata } from '#src/features/browse/contract.ts'
import { query } from '#src/platform/http/query.ts'
import { useTexts } from '#src/texts/texts.tsx'
import { Jamdani } from '#src/ui/art/art.tsx'

/** Fixed by the specification, section 9. */
const marriagesCompleted = 250
const totalBiodata = 2700
const countUpMs = 2_500

export function Counters() {
  const t = useTexts()
  const { femaleCount, maleCount } = useSuspenseQuery(query(countBiodata, {})).data
  const box = useRef<HTMLDListElement>(null)
  const progress = useCountUp(box)
  const counters = [
    [femaleCount, t.home.girls, t.home.counted],
    [maleCount, t.home.boys, t.home.counted],
    [marriagesCompleted, t.home.marriages, t.home.sampleNumber],
    [totalBiodata, t.home.totalBiodata, t.home.sampleNumber],
  ] as const
  return (
    <section aria-label={t.home.counters} className="pt-16">
      <div className="counters">
        <Jamdani className="behind opacity-10" />
        <dl ref={box}>
          {counters.map(([value, label, note]) => (
            <div key={label}>
              <dt className="counter-label">{label}</dt>
              {/* Two are the specification's and two are counted: a reader who adds them up should know. */}
              <dd className="text-sm">{note}</dd>
              <dd>
                <span className="sr-only">{t.format.number(value)}</span>
                <span aria-hidden="true">{t.format.number(Math.round(value * progress))}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

/** Before it is in sight, and for those who want no motion, it is 1. */
function useCountUp(element: React.RefObject<HTMLElement | null>) {
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
