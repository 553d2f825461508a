import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#src/platform/http/query.ts'
import { to } from '#src/platform/navigation/addresses.ts'
import type { Texts } from '#src/texts/texts.tsx'
import { ButtonLink } from '#src/ui/button.tsx'
import type { Address, PageModule } from '#src/ui/page-module.ts'
import { type SitePageName, sitePage } from './contract.ts'

/** Their name is not in the address; the table of pages gives it. */
export const parse = ({ params, language }: Address) => ({ name: params.name as SitePageName, language })
type Props = ReturnType<typeof parse>

const titles = (t: Texts) => ({
  about: t.nav.aboutUs,
  privacy: t.nav.privacyPolicy,
  licensing: t.nav.licensing,
  fit: t.nav.howFitWorks,
})

export const title: PageModule<Props>['title'] = (t, _site, { name }) => titles(t)[name]
export const queries: PageModule<Props>['queries'] = (props) => [query(sitePage, props)]

export default function SitePage(props: Props) {
  const { data: page } = useSuspenseQuery(query(sitePage, props))
  const parts = page.sections.map((section, place) => ({ ...section, id: `part-${place + 1}` }))
  return (
    <div className="wrap py-6">
      <h1 className="text-title">{page.title}</h1>
      <p className="mt-2 mb-6 max-w-[46ch] text-xl text-ink-2">{page.lead}</p>
      <div className="grid items-start gap-6 lg:grid-cols-[268px_minmax(0,1fr)]">
        <nav
          aria-labelledby="contents"
          className="hidden rounded-card bg-surface p-5 shadow-e1 lg:sticky lg:top-21 lg:block print:hidden"
        >
          <h2 id="contents" className="font-sans text-lg leading-tight font-semibold tracking-normal">
            {page.contents}
          </h2>
          <ul className="mt-2">
            {parts.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`} className="block py-1.5 text-md text-ink-2 hover:text-ink hover:underline">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid gap-9 rounded-panel bg-surface px-5 py-7 shadow-e1 sm:px-10 sm:py-9 print:p-0 print:shadow-none">
          {parts.map(({ id, heading, paragraphs, list, link }) => (
            <section key={id} aria-labelledby={id} className="grid max-w-[65ch] gap-3">
              <h2 id={id} className="text-h2">
                {heading}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {list && (
                <dl className="grid gap-3">
                  {list.map(({ term, text }) => (
                    <div key={term} className="border-l-2 border-line pl-4">
                      <dt className="font-semibold">{term}</dt>
                      <dd className="text-ink-2">{text}</dd>
                    </div>
                  ))}
                </dl>
              )}
              {link && (
                <ButtonLink to={to[link.page]} look="secondary" small className="justify-self-start print:hidden">
                  {link.text}
                </ButtonLink>
              )}
            </section>
          ))}
          <div className="grid max-w-[65ch] gap-3 text-ink-2">
            <div className="stitch" />
            <p className="text-md">{page.changed}</p>
          </div>
        </div>
      </div>
    </div>
  )
}
