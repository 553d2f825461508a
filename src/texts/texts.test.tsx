import { beforeAll, expect, test } from 'vitest'
import { languages } from '#src/platform/language.ts'
import type { AccountPage, AdminPage, LoginPage, MemberPage, PageModule } from '#src/ui/page-module.ts'
import { type AdminTexts, loadLanguages, type Texts, textsIn } from './texts.tsx'

beforeAll(loadLanguages)

// The compiler proves these: `tsc` fails where an expected error is missing.
test('G8: a page uses only texts that it carries', () => {
  const visitor: PageModule<object, 'visitor'>['title'] = (t) => t.browse.title
  // @ts-expect-error a page for visitors carries no texts of members
  const ofMembers: PageModule<object, 'visitor'>['title'] = (t) => t.biodata.pageTitle
  // @ts-expect-error a page that does not say for whom it is may be for visitors
  const ofNobody: PageModule['title'] = (t) => t.biodata.pageTitle
  // @ts-expect-error the login carries no texts of registering
  const login: LoginPage['title'] = (t) => t.registering.registerTitle
  // @ts-expect-error registering carries no texts of members
  const account: AccountPage['title'] = (t) => t.biodata.pageTitle
  const member: MemberPage['title'] = (t) => t.biodata.pageTitle
  // @ts-expect-error a page for members carries no texts of administrators
  const ofAdmins: MemberPage['title'] = (t) => t.judging.title
  const admin: AdminPage['title'] = (t) => t.judging.title + t.biodata.pageTitle
  expect([visitor, ofMembers, ofNobody, login, account, member, ofAdmins, admin]).toHaveLength(8)
})

test('G8: each language names all others as they name themselves', () => {
  for (const language of languages) {
    const others = languages.filter((other) => other !== language)
    const names = Object.fromEntries(others.map((other) => [other, textsIn('visitor', other).languageName]))
    expect(textsIn('visitor', language).otherLanguages).toEqual(names)
  }
})

test('G8: Bangla has every section of every file', async () => {
  const files: AdminTexts = {
    ...(await import('./bn/visitor.ts')),
    ...(await import('./bn/login.ts')),
    ...(await import('./bn/account.ts')),
    ...(await import('./bn/member.ts')),
    ...(await import('./bn/admin.ts')),
  }
  expect(Object.keys(files).sort()).toEqual(Object.keys(textsIn('admin', 'en')).sort())
})

test('G8: texts are those of the page that asks for them', () => {
  // @ts-expect-error the texts of visitors have no words for the dashboard
  const words = (t: Texts) => t.dashboard
  // @ts-expect-error nor those that are asked for a page of visitors
  const asked = () => textsIn('visitor', 'en').dashboard
  expect([words(textsIn('member', 'bn')), asked()]).toEqual([textsIn('member', 'bn').dashboard, expect.anything()])
})
