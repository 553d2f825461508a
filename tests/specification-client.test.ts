/**
 * A client that somebody wrote from section 7 of the specification and nothing else: its paths, its payloads, its
 * spelling. Of ours it knows the address, how to sign up (the specification leaves that to a service) and how a card
 * payment is confirmed (the provider's public way). It is the proof of G2.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'

interface Site {
  /** Where the product server answers: the specification's "single base address" is `api`. */
  api: string
  /** The address people see; a browser sends it with every request. */
  origin: string
  stripe: string
  close(): Promise<void>
}
let site: Site

beforeAll(async () => {
  const { payingWorld } = await import('./paying.server.ts')
  const world = await payingWorld()
  const address = await world.listen()
  site = { api: `${address}/api`, origin: 'http://127.0.0.1:3000', stripe: world.providerUrl, close: world.close }
  // The first administrator is made on the server's command line (A8).
  await admin.join()
  await world.db.updateTable('users').set({ role: 'admin' }).where('email', '=', admin.email).execute()
})
afterAll(() => site.close())

/** One browser: remembers its cookies, sends JSON, gives up on anything but success. */
class Browser {
  readonly email: string
  readonly name: string
  private cookie = ''

  constructor(name: string) {
    this.name = name
    this.email = `${name.toLowerCase()}@example.org`
  }

  async call(method: string, path: string, payload?: object) {
    const response = await fetch(site.api + path, {
      method,
      headers: { 'content-type': 'application/json', origin: site.origin, cookie: this.cookie },
      ...(payload ? { body: JSON.stringify(payload) } : {}),
    })
    for (const set of response.headers.getSetCookie()) this.cookie = set.split(';')[0]!
    const answer = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`)
    return answer
  }

  async join() {
    const { name, email } = this
    await this.call('POST', '/auth/sign-up/email', {
      name,
      email,
      password: 'long enough',
      image: 'https://photos.example/x.jpg',
    })
    return this.call('POST', '/user', { name, email, role: 'user', bioDataId: 0 })
  }

  async signInAgain() {
    this.cookie = ''
    await this.call('POST', '/auth/sign-in/email', { email: this.email, password: 'long enough' })
    return this.call('POST', '/user', { name: this.name, email: this.email, role: 'user', bioDataId: 0 })
  }

  /** The form's fields, with the spelling and the kinds of section 3. */
  saveBioData(more: object) {
    return this.call('PATCH', '/bioData', {
      name: this.name,
      gander: 'Female',
      photoUrl: 'https://photos.example/x.jpg',
      skinColor: 'Fair',
      age: '26',
      feet: '5',
      inch: '4',
      weight: '60kg',
      occupation: 'Teacher',
      fatherName: 'Abdul Karim',
      matherName: 'Rahima Begum',
      perDivision: 'Dhaka',
      presentDivision: 'Chattagra',
      partnerAge: '30',
      PartnerFeet: '5',
      PartnerInch: '9',
      partnerWeight: '70kg',
      phoneNumber: '01712345678',
      // A date picker's value, as JSON.stringify writes it.
      birth: new Date('1999-05-31T00:00:00+06:00'),
      email: this.email,
      ...more,
    })
  }
}

const visitor = new Browser('Visitor')
const admin = new Browser('Admin')
const rina = new Browser('Rina')
const karim = new Browser('Karim')

interface BioData {
  _id: string
  bioDataId: number
  [field: string]: unknown
}
const bioDataOf = async (who: Browser): Promise<BioData> => who.call('GET', `/viewBioData/?email=${who.email}`)

test('G2: registers, and repeating the call after a later sign-in answers the same insertedId', async () => {
  const { insertedId } = await rina.join()
  expect(insertedId).toBeTruthy()
  expect(await rina.signInAgain()).toEqual({ insertedId })
  expect(await rina.call('GET', `/user/admin/${rina.email}`)).toEqual({ admin: false })
  expect(await rina.call('GET', `/user/premium/${rina.email}`)).toEqual({ premium: false })
  expect(await admin.call('GET', `/user/admin/${admin.email}`)).toEqual({ admin: true })
  expect(await bioDataOf(rina)).toBeNull()
})

test('G2: saves the biodata form and reads back what it sent, text and numbers in its kinds', async () => {
  expect((await rina.saveBioData({})).modifiedCount).toBeTruthy()
  expect((await rina.saveBioData({ occupation: 'Doctor' })).modifiedCount).toBeTruthy()
  await karim.join()
  await karim.saveBioData({ gander: 'Male', perDivision: 'Sylhet', phoneNumber: '01812345678' })
  const own = await bioDataOf(rina)
  expect(own).toMatchObject({
    name: 'Rina',
    gander: 'Female',
    weight: '60kg',
    occupation: 'Doctor',
    matherName: 'Rahima Begum',
  })
  expect(own).toMatchObject({
    perDivision: 'Dhaka',
    feet: 5,
    inch: 4,
    PartnerFeet: 5,
    PartnerInch: 9,
    partnerAge: 30,
    email: rina.email,
  })
  expect(String(own.birth)).toContain('1999-05-31')
  expect(own.phoneNumber).toContain('1712345678')
  expect([own.bioDataId, own.type, own.reqPremium]).toEqual([1, undefined, undefined])
})

test('G2: a visitor browses, filters and sees the counters', async () => {
  const everybody = await visitor.call('GET', '/allBioData')
  expect(everybody.map((card: BioData) => card.bioDataId).sort()).toEqual([1, 2])
  const filter = (query: string) => visitor.call('GET', `/bioData-filter?${query}`)
  expect(await filter('gander=Female&maxAge=40&minAge=18&perDivision=Dhaka')).toMatchObject([
    { bioDataId: 1, gander: 'Female', occupation: 'Doctor' },
  ])
  expect(await filter('gander=&maxAge=&minAge=&perDivision=')).toHaveLength(2)
  expect(await filter('gander=Male&maxAge=&minAge=&perDivision=Dhaka')).toEqual([])
  expect(await visitor.call('GET', '/BioDataCount')).toEqual({ femaleCount: 1, maleCount: 1 })
  await expect(visitor.call('GET', `/bioData/${everybody[0]._id}`)).rejects.toThrow('401')
})

test('G2: opens a profile, keeps it as favourite and removes it again', async () => {
  const { _id } = (await visitor.call('GET', '/bioData-filter?gander=Female&maxAge=&minAge=&perDivision='))[0]
  const profile: BioData = await karim.call('GET', `/bioData/${_id}`)
  expect(profile).toMatchObject({ name: 'Rina', fatherName: 'Abdul Karim', skinColor: 'Fair' })
  expect(profile).not.toHaveProperty('phoneNumber')
  const status = () => karim.call('GET', `/favorite-status/${profile.bioDataId}/${karim.email}`)
  expect(await status()).toEqual({ isFavorite: false })
  const favourite = {
    bioDataId: profile.bioDataId,
    email: karim.email,
    PermanentAddress: profile.perDivision,
    name: profile.name,
    Occupation: profile.occupation,
  }
  expect((await karim.call('POST', '/favorite-bioData', favourite)).insertedId).toBeTruthy()
  expect(await status()).toEqual({ isFavorite: true })
  const all: (typeof favourite & { _id: string })[] = await karim.call('GET', '/favorite')
  const mine = all.filter(({ email }) => email === karim.email)
  expect(mine).toEqual([expect.objectContaining(favourite)])
  expect((await karim.call('DELETE', `/delete-favorite/${mine[0]!._id}`)).deletedCount).toBe(1)
  expect(await karim.call('GET', '/favorite')).toEqual([])
})

test('G2: asks to become premium; the administrator finds and approves it', async () => {
  const ask = () => rina.call('PATCH', `/user/request_premium/${rina.email}`)
  expect((await ask()).modifiedCount).toBeGreaterThan(0)
  expect((await ask()).modifiedCount).toBe(0)
  expect((await bioDataOf(rina)).reqPremium).toBe('pending')
  const list: BioData[] = await admin.call('GET', '/allBioData')
  const pending = list.filter(({ reqPremium }) => reqPremium === 'pending')
  expect(pending).toMatchObject([{ name: 'Rina', email: rina.email, bioDataId: 1 }])
  expect((await admin.call('PATCH', `/users/premium/${pending[0]!._id}`)).modifiedCount).toBe(1)
  expect(await bioDataOf(rina)).toMatchObject({ type: 'premium', reqPremium: 'approve' })
  expect(await rina.call('GET', `/user/premium/${rina.email}`)).toEqual({ premium: true })
  const card = (await visitor.call('GET', '/allBioData')).find(({ bioDataId }: BioData) => bioDataId === 1)
  expect(card.type).toBe('premium')
})

test('G2: a premium user sees contact information without paying', async () => {
  const { _id } = await bioDataOf(karim)
  expect(await rina.call('GET', `/bioData/${_id}`)).toMatchObject({
    email: karim.email,
    phoneNumber: expect.stringContaining('1812345678'),
  })
})

test('G2: pays with a card, records the payment, is approved, sees the contact, deletes the request', async () => {
  const { bioDataId, _id } = await bioDataOf(rina)
  const isPaid = () => karim.call('GET', `/check-payment?bioDataId=${bioDataId}&userEmail=${karim.email}`)
  expect(await isPaid()).toEqual({ isPaid: false })

  const { clientSecret } = await karim.call('POST', '/create-payment-intent', { price: 5 })
  const confirmed = await fetch(`${site.stripe}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await karim.call('GET', '/payment-options')).ways[0].publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][email]': karim.email,
      'payment_method_data[billing_details][name]': 'anonymous',
    }),
  })
  const intent = await confirmed.json()
  expect(intent.status).toBe('succeeded')

  const payment = {
    name: karim.name,
    email: karim.email,
    price: 5,
    bioDataId,
    transactionId: intent.id,
    date: new Date(),
    status: 'pending',
  }
  expect((await karim.call('POST', '/payments', payment)).insertedId).toBeTruthy()
  expect(await isPaid()).toEqual({ isPaid: true })
  const mine = async () =>
    (await karim.call('GET', '/payments')).filter(({ email }: { email: string }) => email === karim.email)
  const [request] = await mine()
  expect(request).toMatchObject({
    name: 'Karim',
    price: 5,
    bioDataId,
    transactionId: intent.id,
    status: 'pending',
    bioDataName: 'Rina',
  })
  expect(request).not.toHaveProperty('contactPhone')
  expect(await karim.call('GET', `/bioData/${_id}`)).not.toHaveProperty('phoneNumber')

  const waiting = (await admin.call('GET', '/payments')).filter(
    ({ status }: { status: string }) => status === 'pending',
  )
  expect(waiting).toMatchObject([{ name: 'Karim', email: karim.email, bioDataId }])
  await admin.call('PATCH', `/contact-request-approver/${waiting[0]._id}`)
  expect(await mine()).toMatchObject([
    { status: 'approve', contactEmail: rina.email, contactPhone: expect.stringContaining('1712345678') },
  ])
  expect(await karim.call('GET', `/bioData/${_id}`)).toMatchObject({ email: rina.email })

  await karim.call('PATCH', `/delete-request/${request._id}`)
  expect((await mine()).filter(({ isDelete }: { isDelete: boolean }) => !isDelete)).toEqual([])
})

test('G4: the administrator makes users administrators and premium by the ids of the list of biodata', async () => {
  const list: BioData[] = await admin.call('GET', '/allBioData')
  const { _id } = list.find(({ email }) => email === karim.email)!
  expect((await admin.call('PATCH', `/users/premium/${_id}`)).modifiedCount).toBe(1)
  expect((await admin.call('PATCH', `/users/admin/${_id}`)).modifiedCount).toBe(1)
  expect(await karim.call('GET', `/user/premium/${karim.email}`)).toEqual({ premium: true })
  expect(await karim.call('GET', `/user/admin/${karim.email}`)).toEqual({ admin: true })
})
