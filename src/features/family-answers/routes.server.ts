import * as requests from '#src/features/contact-requests/index.server.ts'
import { isAskedFirst } from '#src/features/contact-requests/policy.ts'
import { isGuardianOf } from '#src/features/guardians/index.server.ts'
import { isVisibleTo } from '#src/features/safety/policy.ts'
import { dayOf, daysBefore } from '#src/platform/clock.ts'
import { mountPages } from '#src/platform/http/keyset.server.ts'
import type { Deps, Mount } from '#src/platform/http/mount.server.ts'
import { found, invalid, notFound, Problem, refusal as refusedField } from '#src/platform/http/problem.ts'
import type { Member } from '#src/platform/http/viewer.ts'
import { attemptKey, limits, takeAttempt } from '#src/platform/limits/throttle.server.ts'
import * as answers from './answers.server.ts'
import { noteCall } from './calls.server.ts'
import * as contract from './contract.ts'
import { calledWithinDays } from './policy.ts'
import * as queries from './queries.server.ts'

const refusals = {
  'answered-already': 'This request is no longer open: it was answered, has ended, or its time is over.',
  seen: 'The other side has looked at the contact already, or the request has ended.',
  'already-asked': 'You have already asked for this contact.',
  'not-asked': 'This family is not asked first.',
  'premium-needed': 'Only premium members ask without a fee.',
  'not-to-call':
    'The bureau does not answer this request: it was answered, has ended, is yours, or the family answers here itself.',
  guardian: 'A guardian of this person does not ask for the contact.',
}
const noSuchContact = 'The owner chooses it, and a guardian’s only while one is the contact.'
const refusal = (code: keyof typeof refusals) => new Problem('conflict', { code, detail: refusals[code] })

/** Calls `payBack` when a fee is due to go back. */
export function mountFamilyAnswers(mount: Mount, { db, clock, config, payBack }: Deps) {
  const sendsMail = config.mail !== undefined
  const findAsked = async (viewer: Member, number: number) => {
    const asked = found(await requests.findAsked(db, 'number', number))
    if (asked.id === viewer.userId) throw invalid('bioDataId', 'This is your own biodata.')
    if (!isVisibleTo(viewer, asked)) throw notFound()
    return asked
  }

  mount(contract.ownIntroduction, async ({ viewer, input: { bioDataId } }) => {
    const { id } = await findAsked(viewer, bioDataId)
    return { words: (await requests.introductionOf(db, viewer.userId, id))?.words ?? null }
  })

  mount(contract.introduce, async ({ viewer, input: { bioDataId, words } }) => {
    const { id } = await findAsked(viewer, bioDataId)
    if (words === undefined) return { modifiedCount: await requests.forgetIntroduction(db, viewer.userId, id) }
    return { modifiedCount: await requests.writeIntroduction(db, viewer.userId, id, words, clock()) }
  })

  mount(contract.askFamily, async ({ viewer, input: { bioDataId } }) => {
    const asked = await findAsked(viewer, bioDataId)
    if (await requests.findRequest(db, viewer.userId, asked.id)) throw refusal('already-asked')
    if (!isAskedFirst(asked.contactFor)) throw refusal('not-asked')
    if (!viewer.isPremium) throw refusal('premium-needed')
    if (await isGuardianOf(db, viewer.userId, asked.id)) throw refusal('guardian')
    await takeAttempt(db, attemptKey('payments', viewer.userId), limits.paymentsOfAccount, clock())
    await requests.requireOwnBiodata(db, viewer.userId)
    await requests.requireNotAnsweredLately(db, viewer.userId, asked.id, clock())
    const inserted = await requests.askWithoutFee(db, viewer.userId, asked.id, config.premiumContactsADay, clock())
    if (!inserted) throw refusal('already-asked')
    if ('opensInSeconds' in inserted)
      throw new Problem('too-fast', { code: 'contact-limit', retryAfter: inserted.opensInSeconds })
    return { insertedId: inserted.id }
  })

  mountPages(mount, contract.listAsked, async ({ ward, ...wanted }, viewer) =>
    found(await queries.listAsked(db, viewer, ward, wanted, clock())),
  )

  mount(contract.waitingForMe, ({ viewer }) => queries.countWaiting(db, viewer.userId))

  mount(contract.countAsked, async ({ viewer, input: { ward } }) =>
    found(await queries.countAsked(db, viewer.userId, ward, clock())),
  )

  mount(contract.readAsked, async ({ viewer, input: { id } }) =>
    found(await queries.readAsked(db, viewer, id, { now: clock(), sendsMail })),
  )

  mount(contract.answerAsked, async ({ viewer, input: { id, answer, shows } }) => {
    if (shows && answer !== 'yes') throw invalid('shows', 'goes with a yes')
    const answering = { actorId: viewer.userId, id, now: clock(), shows }
    const said = found(await (answer === 'yes' ? answers.sayYes : answers.sayNotNow)(db, answering))
    if (said === 'late') throw refusal('answered-already')
    if (said === 'no-such-contact') throw refusedField('shows', said, noSuchContact)
    payBack?.()
    return { modifiedCount: said }
  })

  mount(contract.noteCall, async ({ viewer, input: { id, on, said, withWhom = null, note = null } }) => {
    const now = clock()
    if (on > dayOf(now) || on < dayOf(daysBefore(now, calledWithinDays)))
      throw invalid('on', `must be a day of the last ${calledWithinDays}`)
    if ((said === 'nobody') !== (withWhom === null))
      throw invalid('withWhom', said === 'nobody' ? 'must be empty where nobody picked up' : 'must be filled in')
    const noted = found(await noteCall(db, { actorId: viewer.userId, id, now, on, said, withWhom, note }))
    if (noted === 'late') throw refusal('not-to-call')
    payBack?.()
    return { modifiedCount: noted }
  })

  mount(contract.takeBackYes, async ({ viewer, input: { id } }) => {
    const answering = { actorId: viewer.userId, id, now: clock() }
    const taken = found(await answers.takeYesBack(db, answering))
    if (taken === 'late') throw refusal('seen')
    payBack?.()
    return { modifiedCount: taken }
  })
}
