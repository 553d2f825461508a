import { toCard } from '#src/features/biodata/index.server.ts'
import { countByGender, publishedCards } from '#src/features/browse/index.server.ts'
import { countMarriages } from '#src/features/presence/index.server.ts'
import { dayOf } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import * as contract from './contract.ts'
import { leastCounted } from './policy.ts'

/** Instead of premium members (REQUIREMENTS H2). */
const mostNewest = 3

/** The specification's, section 9. */
const specified = { marriages: 250, biodata: 2_700 }

export function mountHome(mount: Mount, { clock, config }: Deps) {
  mount(contract.viewFigures, async ({ readFrom, viewer, input: { language } }) => {
    const { figures, stories, mode } = config
    async function told(name: keyof Config['figures'], count: () => Promise<number>) {
      const figure = figures[name]
      if (figure === 'hidden') return undefined
      if (figure === 'spec') return specified[name]
      if (figure !== 'counted') return figure
      const counted = await count()
      return counted < leastCounted ? undefined : counted
    }
    const [marriages, totalBiodata] = await Promise.all([
      told('marriages', () => countMarriages(readFrom)),
      told('biodata', async () => {
        const { femaleCount, maleCount } = await countByGender(readFrom)
        return femaleCount + maleCount
      }),
    ])
    const countsMarriages = figures.marriages === 'counted' && marriages !== undefined
    const isCounted = countsMarriages || (figures.biodata === 'counted' && totalBiodata !== undefined)
    const demoStories = mode === 'demo' ? languageFile(language).serverTexts.demoStories : []
    return {
      marriages,
      totalBiodata,
      countedOn: isCounted ? dayOf(clock()) : undefined,
      countsMarriages: countsMarriages || undefined,
      newest: viewer.kind === 'visitor' ? await newestUnlessPremium(readFrom, dayOf(clock())) : undefined,
      stories:
        stories?.map(({ quote, names, place }) => ({
          quote: quote[language],
          names: names[language],
          place: place[language],
        })) ?? demoStories,
    }
  })
}

async function newestUnlessPremium(db: Db, today: string) {
  const people = publishedCards(db, [])
  if (await people.where('premium', '=', true).executeTakeFirst()) return undefined
  const rows = await people.clearOrderBy().orderBy('number', 'desc').limit(mostNewest).execute()
  return rows.map((row) => toCard(today, row))
}
