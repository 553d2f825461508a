import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { countBiodata } from '#src/biodata/contract.ts'
import { ask } from '#src/platform/http/query.ts'
import { useTexts } from '#src/platform/i18n/texts.tsx'
import { Jamdani } from '#src/ui/art.tsx'

/** Fixed by the specification, section 9. */
const marriagesCompleted = 250
const totalBiodata = 2700
const countUpMs = 2_500

export function Counters() {
  const t = useTexts()
  const { femaleCount, maleCount } = useSuspenseQuery(ask(countBiodata, {})).data
  const box = useRef<HTMLDListElement>(null)
  const progress = useCountUp(box)
  const counters = [
    [femaleCount, t.home.girls],
    [maleCount, t.home.boys],
    [marriagesCompleted, t.home.marriages],
    [totalBiodata, t.home.totalBiodata],
  ] as const
  return (
    <section aria-label={t.home.counters} className="pt-16">
      <dl
        ref={box}
        className="relative isolate grid grid-cols-2 overflow-hidden rounded-panel bg-gold text-[#14261f] lg:grid-cols-4"
      >
        <Jamdani className="-z-1 text-[#7a4e00] opacity-10" />
        {counters.map(([value, label]) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end px-5 py-6 [box-shadow:0_0_0_.5px_rgba(122,78,0,.3)] lg:px-7 lg:py-8"
          >
            <dt className="mt-1.5 font-medium text-[#4a3300]">{label}</dt>
            <dd className="font-display text-[clamp(2.2rem,1.6rem+2.4vw,3.25rem)] leading-none tabular-nums">
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
