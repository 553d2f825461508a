import { expect, it } from 'vitest'
import { payingWorld } from '#tests/paying.server.ts'
import { testConfig, testWorld, worldForThisTest } from '#tests/world.server.ts'

const fee = { amount: 45_050, currency: 'bdt' }
const brand = { name: 'Golden Hands', nameBn: 'সোনার হাত', idPrefix: 'gh-' }

it('F3 G8: About tells the configured fee and name, in both languages', async () => {
  const world = await payingWorld({ config: testConfig({ fee, brand }) })
  const about = async (language: string) => (await world.call('GET', `/api/site-pages/about?language=${language}`)).text
  expect(await about('en')).toMatch(/About Golden Hands.*a fee of BDT.450\.50\./)
  expect(await about('bn')).toMatch(/সোনার হাত: আমাদের কথা.*৪৫০\.৫০ টাকা ফি দিতে হয়।/)
  // Nobody who reads another language is left without.
  expect(await about('de')).toBe(await about('en'))
  await world.close()
})

const said = async (world: Awaited<ReturnType<typeof testWorld>>, language: string) =>
  (
    await Promise.all(
      ['about', 'privacy'].map((name) => world.call('GET', `/api/site-pages/${name}?language=${language}`)),
    )
  )
    .map(({ text }) => text)
    .join()

it('F5: the pages about the site speak of payment, mail and other sign-in only where there are such', async () => {
  const payment = /Stripe|স্ট্রাইপ|Card numbers|কার্ড নম্বর|bookkeeping, without your name once|30 days\./
  const otherSignIn = /Google|গুগল/
  const mail = /We write when|আমরা লিখি|email service|ইমেইল সেবা|Links in emails|ইমেইলের লিংক|contact form|যোগাযোগের ফরমে/
  const writing = /Contact us|আমাদের জানান|write to us/
  const off = await testWorld({ config: testConfig({ fee }) })
  const on = await payingWorld({
    config: testConfig({
      fee,
      google: { clientId: 'a', clientSecret: 'b' },
      mail: { from: 'site@mail.example', smtpUrl: 'smtp://mail.example' },
    }),
  })
  for (const language of ['en', 'bn'])
    for (const words of [payment, otherSignIn, mail, writing]) {
      expect(await said(on, language)).toMatch(words)
      expect(await said(off, language)).not.toMatch(words)
    }
  await Promise.all([off.close(), on.close()])
})

it('F5 R7: the privacy page says how long sessions, links, notices and mails are kept', async () => {
  const world = await payingWorld({ config: testConfig({ fee, mail: { from: 'site@mail.example' } }) })
  const privacy = await said(world, 'en')
  for (const promise of [
    /Ended ones are removed within a day/,
    /Used ones, and those too old to be used, are removed within a day/,
    /notices of the payment provider are removed after 30 days/,
    /"That an email was sent","text":"A month/,
  ])
    expect(privacy).toMatch(promise)
  await world.close()
})

it('R6 F5: the privacy page says that people who left stay away when a backup comes back, and by what', async () => {
  const world = await testWorld()
  for (const language of ['en', 'bn'])
    expect(await said(world, language)).toMatch(
      /your account is deleted again: its random id|আপনার অ্যাকাউন্ট আবার মুছে ফেলা হয়/,
    )
  await world.close()
})

it('H2 F5: About does not promise more than the home page shows: at most six premium biodata', async () => {
  const world = await testWorld()
  expect(await said(world, 'en')).toContain('The home page shows six premium biodata at most, the first by number.')
  expect(await said(world, 'bn')).toContain('সর্বোচ্চ ছয়টি হোম পাতায়')
  await world.close()
})

it('F3: where payment is off, nobody is told a fee', async () => {
  const world = await worldForThisTest({ config: testConfig({ fee }) })
  for (const language of ['en', 'bn'])
    for (const name of ['about', 'privacy']) {
      const { status, text } = await world.call('GET', `/api/site-pages/${name}?language=${language}`)
      expect(status).toBe(200)
      expect(text).not.toMatch(/450|৪৫০|undefined/)
    }
})

it('F5: there are no other site pages than those with a file', async () => {
  const world = await testWorld()
  expect((await world.call('GET', '/api/site-pages/constructor?language=en')).status).toBe(404)
  expect((await world.call('GET', '/api/site-pages/about?language=constructor')).status).toBe(422)
  await world.close()
})

it('F7 S1-8: About names the operator with address, phone and hours, and says so where nobody has given a name', async () => {
  const operator = {
    name: { en: 'Milan Bureau', bn: 'মিলন ব্যুরো' },
    address: { en: '14 Station Road', bn: '১৪ স্টেশন রোড' },
    phone: '+880 91 000141',
  }
  const named = await testWorld({ config: testConfig({ operator }) })
  expect(await said(named, 'en')).toMatch(
    /is run by Milan Bureau,.*"Address","text":"14 Station Road".*\+880 91 000141/,
  )
  expect(await said(named, 'bn')).toMatch(/চালায় মিলন ব্যুরো,.*"ঠিকানা","text":"১৪ স্টেশন রোড"/)
  expect(await said(named, 'en')).not.toMatch(/undefined|In charge|Registration no/)
  const unnamed = await testWorld()
  expect(await said(unnamed, 'en')).toContain('The people who run this site have not said here who they are.')
  await Promise.all([named.close(), unnamed.close()])
})
