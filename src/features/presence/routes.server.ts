import type { FastifyInstance } from 'fastify'
import { answerWithinDays, marriedIsKeptDays } from '#src/features/biodata/policy.ts'
import { requirePresentWords } from '#src/features/consents/index.server.ts'
import { importedAs } from '#src/features/import/index.server.ts'
import { dayOf, daysBefore } from '#src/platform/clock.ts'
import { escaped } from '#src/platform/http/html.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, invalid } from '#src/platform/http/problem.ts'
import { smallPage } from '#src/platform/http/small-page.server.ts'
import { stillRight, to } from '#src/platform/navigation/addresses.ts'
import { languageFile } from '#src/texts/languages.server.ts'
import * as contract from './contract.ts'
import { marriageOf } from './marriage.server.ts'
import { forgetFaith, presenceOf, setContactFor, setNameOnCards, setPresence } from './queries.server.ts'
import {
  confirmationOf,
  confirmByLink,
  confirmKept,
  confirmOwn,
  findQuestion,
  languageOf,
  markSeen,
  readAnswerToken,
} from './still-right.server.ts'

/** Calls `payBack` when somebody has stepped back: there may be money to give back, which they do not wait for. */
export function mountPrivacy(mount: Mount, { db, clock, config: { confirmEveryDays }, payBack }: Deps) {
  /** Asked for, so it stands on the person's screen: from now on it waits for an answer. */
  async function confirmationFor(ownerId: string) {
    if (confirmEveryDays === undefined) return null
    const { confirmedAt, askedAt, toldAt, pausedAt, countedFrom } = await confirmationOf(db, ownerId)
    if (askedAt && !toldAt) await markSeen(db, ownerId, clock())
    return {
      lastOn: confirmedAt && dayOf(confirmedAt),
      everyDays: confirmEveryDays,
      nextOn: dayOf(daysBefore(countedFrom, -confirmEveryDays)),
      question: pausedAt ? ('paused' as const) : askedAt && ('asked' as const),
      pausedOn: askedAt && !pausedAt ? dayOf(daysBefore(toldAt ?? clock(), -answerWithinDays)) : null,
    }
  }

  mount(contract.ownPresence, async ({ viewer }) => {
    const own = await presenceOf(db, viewer.userId).executeTakeFirst()
    if (!own) return null
    const { presenceSince, ...state } = own
    const imported = await importedAs(db, viewer.userId)
    const marriage = await marriageOf(db, viewer.userId)
    const lastDay = new Date(presenceSince.getTime() + marriedIsKeptDays * 86_400_000)
    return {
      ...state,
      since: presenceSince.toISOString(),
      deletedOn: state.presence === 'married' ? dayOf(lastDay) : null,
      marriage: marriage ? { foundHere: marriage.foundHere, bioDataId: marriage.number } : null,
      confirmation: await confirmationFor(viewer.userId),
      imported: imported ?? null,
    }
  })

  mount(contract.changePresence, async ({ viewer, input: { presence, consentVersion, foundHere, bioDataId } }) => {
    const agrees = consentVersion !== undefined
    if (agrees) requirePresentWords(consentVersion)
    if (foundHere && presence !== 'married') throw invalid('foundHere', 'belongs to a marriage only')
    if (bioDataId !== undefined && foundHere !== 'yes')
      throw invalid('bioDataId', 'belongs to people who found each other here')
    const said = foundHere && { foundHere, number: bioDataId }
    const modifiedCount = found(await setPresence(db, viewer, { presence, agrees, said }, clock()))
    if (presence !== 'published') payBack?.()
    return { modifiedCount }
  })

  mount(contract.confirmKept, async ({ viewer, input: { id } }) => ({
    modifiedCount: found(await confirmKept(db, viewer, id, clock())),
  }))

  mount(contract.confirmStillRight, async ({ viewer }) => ({ modifiedCount: await confirmOwn(db, viewer, clock()) }))

  mount(contract.forgetFaith, async ({ viewer }) => ({ modifiedCount: found(await forgetFaith(db, viewer.userId)) }))

  mount(contract.changeContactFor, async ({ viewer, input: { contactFor } }) => {
    const modifiedCount = found(await setContactFor(db, viewer, contactFor))
    if (contactFor === 'nobody') payBack?.()
    return { modifiedCount }
  })

  mount(contract.changeNameOnCards, async ({ viewer, input: { nameOnCards } }) => ({
    modifiedCount: found(await setNameOnCards(db, viewer.userId, nameOnCards)),
  }))
}

/** Opening the link shows a button only: programs open links too. A press answers, for any reader of the mail. */
export async function mountStillRight(
  app: FastifyInstance,
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
) {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 8 * 1024 }, (_request, _body, done) => done(null))
    scope.route({
      method: ['GET', 'POST'],
      url: stillRight,
      config: { access: 'visitor' },
      async handler(request, reply) {
        const { token } = request.query as { token?: string | string[] }
        const asked = typeof token === 'string' ? readAnswerToken(config.secret, token) : undefined
        const question = asked && (await findQuestion(db, asked))
        const isDone = request.method === 'POST' && !!asked && (await confirmByLink(db, asked, clock())) > 0
        // In the language of whom the mail was for: its reader may be signed out, or somebody else on the same device.
        const owner = asked && (await languageOf(db, asked.ownerId))
        const language = owner ?? request.language
        const { texts, serverTexts } = languageFile(language)
        const t = serverTexts.stillRight
        const [title, lead] = isDone
          ? [t.doneTitle, t.done]
          : question
            ? t[question.pausedAt ? 'paused' : 'asked']
            : [t.wrongTitle, t.wrong]
        const action =
          question && !isDone
            ? `<form method="post"><button>${escaped(texts.privacy.yesStillRight)}</button></form>
<p><a href="${to.edit}">${escaped(t.change)}</a></p>`
            : `<p><a href="${to.privacyAndPresence}">${escaped(t.settings)}</a></p>`
        return reply
          .code(question || isDone ? 200 : 404)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(smallPage({ language, title: title!, site: texts.brandName(config.brand), lead: lead!, action }))
      },
    })
  })
}
