import { openTexts } from '#src/features/biodata/index.ts'
import type { Presence } from '#src/features/biodata/policy.ts'
import { reviewBiodata } from '#src/features/open-texts/index.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import type { Person } from './person.server.ts'

/** New emails become users who cannot sign in. @returns their ids, without those whose email somebody took just now */
export async function addUsers(trx: Db, people: readonly Person[]) {
  if (people.length === 0) return new Map<string, string>()
  const added = await trx
    .insertInto('users')
    .values(people.map(({ email, biodata }) => ({ email, name: biodata.name })))
    // Somebody may take an email at this very moment.
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'email'])
    .execute()
  return new Map(added.map(({ id, email }) => [email, id]))
}

/** What an administrator writes, its person has not confirmed; `contactFor` is the operator's default. */
export interface State {
  presence?: Presence
  confirmedAt?: Date | null
  contactFor?: 'checked' | 'ask'
}

/** The rows of one statement get their numbers in the order they stand in it. */
export async function addBiodata(trx: Db, people: readonly (Person['biodata'] & { id: string })[], state: State = {}) {
  if (people.length === 0) return
  await trx
    .insertInto('biodata')
    .values(people.map((one) => ({ ...one, confirmedAt: null, ...state })))
    .execute()
}

export const reviewTexts = (trx: Db, people: readonly (Person['biodata'] & { id: string })[]) =>
  reviewBiodata(
    trx,
    people.map(({ id, ...row }) => ({
      userId: id,
      texts: Object.fromEntries(openTexts.map((name) => [name, row[name]])),
    })),
  )
