import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import * as fields from '#src/features/biodata/schemas.ts'
import * as card from '#src/features/browse/contract.ts'
import { save } from '#src/features/edit/contract.ts'
import * as profile from '#src/features/profile/contract.ts'
import * as lists from '#src/features/request-approval/contract.ts'
import { type Module, modulesOf, nodesIn } from '#tests/architecture/modules.ts'
import type { NotedSchema } from './schemas.browser.ts'

/* In the browser schemas.browser.ts takes the place of zod. These tests put it there for the contracts. */
vi.doMock('zod/mini', () => import('./schemas.browser.ts'))
vi.resetModules()
const noted = {
  ...(await import('#src/features/biodata/schemas.ts')),
  ...(await import('#src/features/browse/contract.ts')),
  ...(await import('#src/features/edit/contract.ts')),
  ...(await import('#src/features/profile/contract.ts')),
  ...(await import('#src/features/request-approval/contract.ts')),
} as unknown as Record<string, { input: NotedSchema; output: NotedSchema }>
const notedList = (noted.allRequests as unknown as { rows: { input: NotedSchema } }).rows
const { check } = await import('./schema-check.ts')
vi.doUnmock('zod/mini')

const id = '0261f0b2-5ee5-4163-948c-164fff6ccdc7'
const person = {
  ...{ _id: id, bioDataId: 7, gander: 'Female', age: 23, occupation: 'Doctor', perDivision: 'Sylhet', type: 'premium' },
  ...{ name: 'Nadia', skinColor: 'Fair', birth: '2003-05-31', feet: 5, inch: 4, weight: '60kg' },
  ...{ fatherName: 'A', matherName: 'B', presentDivision: 'Dhaka', partnerAge: 30, PartnerFeet: 5, PartnerInch: 8 },
  ...{ partnerWeight: '70kg', reqPremium: 'pending' },
}

test('a schema in the browser reads and writes what zod does', () => {
  expect(noted.browse!.output).toHaveProperty('make')
  const read = (name: string, endpoint: { output: z.core.$ZodType }, wire: unknown) =>
    expect([name, noted[name]!.output.decode(wire)]).toEqual([name, z.decode(endpoint.output, wire)])
  read('browse', card.browse, [person, { ...person, type: undefined }])
  read('listAll', card.listAll, [{ ...person, email: 'a@example.org', more: 1 }])
  read('viewProfile', profile.viewProfile, { ...person, phoneNumber: '+8801712345678', email: 'a@example.org' })
  read('viewOwn', profile.viewOwn, null)
  read('viewOwn', profile.viewOwn, person)
  read('countBiodata', card.countBiodata, { femaleCount: 1, maleCount: 2 })

  const write = (name: string, endpoint: { input: z.core.$ZodType }, input: unknown) =>
    expect([name, noted[name]!.input.encode(input)]).toEqual([name, z.encode(endpoint.input, input)])
  write('browse', card.browse, { gender: 'Male', minAge: 20, limit: 12, after: 'x' })
  write('browse', card.browse, {})
  write('viewCard', profile.viewCard, { bioDataId: 7 })
  const listed = { search: 'a', sort: '-date', limit: 25 }
  expect(notedList.input.encode(listed)).toEqual(z.encode(lists.allRequests.rows.input, listed as never))
  const own = z.decode(profile.viewOwn.output, person)
  const form = { ...own, phone: '+8801712345678', photoUrl: undefined, email: 'me' }
  write('save', save, form)
})

test('a form is checked in the browser by the contract’s own rules', () => {
  const { biodataFields } = noted as unknown as { biodataFields: Record<string, NotedSchema> }
  for (const [name, schema] of Object.entries(fields.biodataFields))
    for (const value of [
      '',
      'x',
      'Dhaka',
      '5',
      '60kg',
      '2001-05-31',
      '01712 345678',
      'https://example.org/a',
      undefined,
    ]) {
      const here = check(biodataFields[name] as never, value) as { success: boolean; data?: unknown }
      const { success, data } = z.safeParse(schema, value)
      expect([name, value, here.success, here.data]).toEqual([name, value, success, data])
    }
})

/** Modules that reach the browser and use zod by its own name, where schemas.browser.ts is in its place. */
const inBrowser = modulesOf('src')
  .filter(({ file }) => !/\.(server|test|browser)\.tsx?$/.test(file))
  .filter(({ imports }) => imports.some(({ target, isType }) => target === 'zod/mini' && !isType))

/** What a module takes of `z`, types left out. */
const partsUsed = ({ program }: Module) =>
  [...nodesIn(program)].flatMap((node) => {
    const { name } = (node.type === 'MemberExpression' ? node.object : {}) as { name?: string }
    return name === 'z' ? [(node.property as { name: string }).name] : []
  })

test('the browser has every part of zod that files which reach it use', async () => {
  const known = Object.keys(await import('./schemas.browser.ts'))
  const used = new Set(inBrowser.flatMap(partsUsed))
  expect(used.size).toBeGreaterThan(10)
  expect([...used].filter((name) => !known.includes(name))).toEqual([])
})

test('nothing that reaches the browser checks by zod itself: `check` of schema-check.ts does', () => {
  const checking = inBrowser.filter((module) => partsUsed(module).some((name) => /parse$/i.test(name)))
  expect(checking.map(({ file }) => file)).toEqual([])
})
