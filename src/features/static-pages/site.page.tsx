import { useSuspenseQuery } from '@tanstack/react-query'
import { query } from '#src/platform/http/client.ts'
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

/** A weight stands beside its term, as in a table; a telephone number is longer. */
const isWeight = (text: string) => /^[^\p{L}]{1,4}$/u.test(text)

export default function SitePage(props: Props) {
  const { data: page } = useSuspenseQuery(query(sitePage, props))
  const parts = page.sections.map((section, place) => ({ ...section, id: section.id ?? `part-${place + 1}` }))
  return (
    <div className="wrap py-6">
      <h1 className="text-title">{page.title}</h1>
      <p className="text-lead">{page.lead}</p>
      <div className="grid items-start beside-filters">
        <nav aria-labelledby="contents" className="wide-only panel p-5 wide-sticky no-print">
          <h2 id="contents" className="plain-heading text-lg leading-tight">
            {page.contents}
          </h2>
          <ul className="mt-2">
            {parts.map(({ id, heading }) => (
              <li key={id}>
                <a href={`#${id}`} className="contents-link">
                  {heading}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="grid rounded-panel bg-surface text-page">
          {parts.map(({ id, heading, paragraphs, list, link }) => (
            <section key={id} aria-labelledby={id} className="grid reading gap-3">
              <h2 id={id} className="text-h2">
                {heading}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {list && (
                <dl className="grid gap-3">
                  {list.map(({ term, text }) => (
                    <div key={term} className={isWeight(text) ? 'text-row' : 'text-term'}>
                      <dt className="font-semibold">{term}</dt>
                      <dd className="text-ink-2">{text}</dd>
                    </div>
                  ))}
                </dl>
              )}
              {link && (
                <ButtonLink to={to[link.page]} look="secondary" small className="justify-self-start no-print">
                  {link.text}
                </ButtonLink>
              )}
            </section>
          ))}
          <div className="grid reading gap-3 text-ink-2">
            <div className="stitch" />
            <p className="text-md">{page.changed}</p>
          </div>
        </div>
      </div>
    </div>
  )
}
