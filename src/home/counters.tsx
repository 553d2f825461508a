import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countBiodata } from '#src/biodata/contract.ts'
import { query } from '#src/platform/http/query.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import { Jamdani } from '#src/ui/art.tsx'

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
      <dl
        ref={box}
        className="relative isolate grid grid-cols-[repeat(auto-fit,minmax(max(8rem,40%),1fr))] overflow-hidden rounded-panel bg-gold lg:grid-cols-4 dark:bg-gold-soft dark:text-gold"
      >
        <Jamdani className="-z-1 text-[#7a4e00] opacity-10 dark:text-gold" />
        {counters.map(([value, label, note]) => (
          <div
            key={label}
            className="grid content-start px-5 py-6 text-[#4a3300] [box-shadow:0_0_0_.5px_rgba(122,78,0,.3)] lg:px-7 lg:py-8 dark:text-gold-text"
          >
            <dt className="mt-1.5 font-medium">{label}</dt>
            {/* Two are the specification's and two are counted: whoever adds them up should know. */}
            <dd className="text-sm">{note}</dd>
            <dd className="-order-1 font-display text-[clamp(2.2rem,1.6rem+2.4vw,3.25rem)] leading-none">
              <span className="sr-only">{t.format.number(value)}</span>
              <span aria-hidden="true">{t.format.number(Math.round(value * progress))}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** From 0 to 1 once the element comes into sight. Before that, and for those who want no motion, it is 1. */
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
