import { mutationsOf } from './mutation.ts'

// Families who are asked, guardians, whether a biodata is still right, what the bureau has seen.

const answers = 'src/features/family-answers/answers.test.ts'
const byGuardian = 'src/features/family-answers/guardian.test.ts'
const calls = 'src/features/family-answers/calls.test.ts'
const guardians = 'src/features/guardians/guardians.test.ts'
const kept = 'src/features/kept-people/kept.test.ts'
const stillRight = 'src/features/presence/still-right.test.ts'
const attestations = 'src/features/attestations/attestations.test.ts'

export const familyMutations = [
  ...mutationsOf('src/features/request-approval/judging.server.ts', answers, [
    [`case when is_asked_first then 'forwarded' else 'approve' end`, `'approve'`],
    [` or (select payment_id from contact_requests where id = \${id}) is null as is_asked_first`, ` as is_asked_first`],
    [`      .where('answer', 'is', null)\n`, ''],
  ]),
  ...mutationsOf('src/features/family-answers/answers.server.ts', answers, [
    [`and r.answer = 'yes' and r.first_seen_at is null`, `and r.answer = 'yes'`],
    [`    await giveBack(trx, over.paymentId, 'declined', now)\n`, ''],
    [`    and \${isSinceAcceptance(actorId, sql\`r\`)} and not exists`, `    and not exists`, byGuardian],
    [`    await holdGuardianship(trx, actorId, id)\n    if (await write`, `    if (await write`, byGuardian],
    [` and \${mayShow(actorId, shows)}`, ``, byGuardian],
  ]),
  ...mutationsOf('src/features/family-answers/calls.server.ts', calls, [
    [` and r.user_id <> \${adminId})\``, `)\``],
    [`'forwarded' and not has_signed_in(\${request}.biodata_id))`, `'forwarded')`],
    [`coalesce(r.answer_by, \${until}::timestamptz)`, `coalesce(\${until}::timestamptz, r.answer_by)`],
  ]),
  ...mutationsOf('src/features/family-answers/answers.server.ts', calls, [
    [`coalesce(r.answer_by > \${now}, true)`, `true`],
    [`  await beginForThoseHere(db, now)\n`, ''],
  ]),
  ...mutationsOf('src/features/request-approval/judging.server.ts', calls, [
    [`case when is_asked_first and answers_here then`, `case when is_asked_first then`],
  ]),
  ...mutationsOf('src/features/family-answers/queries.server.ts', answers, [
    [`asked.state === 'yes' && mayAnswer && sharesContact &&`, `mayAnswer && sharesContact &&`],
    [`    if (theirs) await recordShowing(trx, viewer.userId, 'answer', [userId])\n`, ''],
  ]),
  ...mutationsOf('src/features/contact-requests/queries.server.ts', answers, [
    [` and not \${isAnsweredLately(userId, biodataId, now)}`, ''],
    [`and first_seen_at is null\`.execute(`, `and false\`.execute(`],
  ]),
  ...mutationsOf('src/features/contact-requests/ends.server.ts', answers, [
    [`status in ('pending', 'forwarded') and first_seen_at is null`, `status in ('pending', 'forwarded', 'approve')`],
    [`    await giveBack(trx, withdrawn.paymentId, 'asker withdrew', now)\n`, ''],
  ]),
  ...mutationsOf('src/features/contact-requests/queries.server.ts', byGuardian, [
    [`case when request.shows_own then biodata.phone when request`, `case when request`],
  ]),
  ...mutationsOf('src/features/contact-requests/contact-requests.sql', answers, [
    [`r.status = 'approve' and r.first_seen_at is null`, `false`],
    [`and not_before > now());`, `and false);`],
  ]),
  ...mutationsOf('src/features/profile/contact.server.ts', kept, [
    [`opened?.byGuardian && !('phoneOf' in found)`, `false`],
    [` && !opened?.showsOwn)`, `)`, byGuardian],
  ]),
  ...mutationsOf('src/features/guardians/guardians.sql', guardians, [
    [
      `and case wanted when 'see' then true when 'answer' then may_answer`,
      `and case wanted when 'see' then true when 'answer' then true`,
      byGuardian,
    ],
    [
      `guardian_id = person and ward_id = ward and ended_at is null`,
      `guardian_id = person and ward_id = ward`,
      byGuardian,
    ],
    [`  perform end_guardianships(new.blocker_id, new.blocked_id, new.blocker_id);\n`, ''],
  ]),
  ...mutationsOf('src/features/guardians/queries.server.ts', guardians, [
    [
      `where ward_id = biodata.id and ended_at is null and (accepted_at`,
      `where ward_id = biodata.id and false and (accepted_at`,
    ],
    [`if (wardId === guardianId) throw refusal('own-invitation')\n`, `\n`],
    [`        and not \${areAsking(guardianId, wardId)} and not`, `        and not`],
  ]),
  ...mutationsOf('src/features/presence/still-right.server.ts', stillRight, [
    [`given.length === expected.length && timingSafeEqual(given, expected) ?`, `given ?`],
    [
      `    where paused_at is null and told_at <= \${daysBefore(now, answerWithinDays)} order by`,
      `    where paused_at is null and told_at <= \${now} order by`,
    ],
    [
      `published and coalesce(confirmed_at, created_at) <= \${before} and has_signed_in(biodata.id)`,
      `published and coalesce(confirmed_at, created_at) <= \${before}`,
    ],
    [`      and (select confirming_since from site) <= \${before}\n`, ''],
  ]),
  ...mutationsOf('src/features/attestations/attestations.sql', attestations, [
    [`and ended_at is null and ends_on > day`, `and ended_at is null`],
    [
      `  update attestations set ended_at = now(), ended_because = 'changed'`,
      `  update attestations set ended_because = ended_because`,
    ],
  ]),
]
