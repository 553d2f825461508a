import { actAs, expect, sql, test } from './fixtures.ts'

/** What runs, where something of it is taken for anything but text. Each tells the page that it ran. */
const hit = 'window.hit=1'
const payloads = [
  `<script>${hit}</script>`,
  `</script><script>${hit}</script>`,
  `<img src=x onerror=${hit}>`,
  `"><img src=x onerror=${hit}>`,
  `'><svg onload=${hit}>`,
  `<svg/onload=${hit}>`,
  `<body onload=${hit}>`,
  `<details open ontoggle=${hit}>`,
  `<iframe srcdoc="<script>parent.${hit}</script>">`,
  `<iframe src="javascript:parent.${hit}">`,
  `<a href="javascript:${hit}" autofocus onfocus=${hit}>x</a>`,
  `<input autofocus onfocus=${hit}>`,
  `<video><source onerror=${hit}></video>`,
  `<math><mi xlink:href="javascript:${hit}">x`,
  `<object data="javascript:${hit}">`,
  `<embed src="javascript:${hit}">`,
  `<form><button formaction="javascript:${hit}">x`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv=refresh content="0;url=https://evil.example/">`,
  `<link rel=stylesheet href="https://evil.example/x.css">`,
  `<style>@import "https://evil.example/x.css"</style>`,
  `<img src="https://evil.example/pixel">`,
  `" style="background:url(https://evil.example/y)`,
  `" onmouseover="${hit}" x="`,
  `\${${hit}} {{constructor.constructor("${hit}")()}}`,
  `\\u003cscript\\u003e${hit}\\u003c/script\\u003e`,
  `&lt;script&gt;${hit}&lt;/script&gt;`,
  `<!--<img src="--><img src=x onerror=${hit}>`,
  `<noscript><p title="</noscript><img src=x onerror=${hit}>">`,
  `]]></title></textarea></style><script>${hit}</script>`,
]

test('E1: what people write is text on every page, whatever stands in it', async ({ page, site }) => {
  test.slow()
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
  const all = payloads.map((text, n) => `(${n}, ${quoted(text)})`).join()
  // Every payload as the name of an account and in a field of a biodata.
  await sql(
    site,
    `with payload (n, text) as (values ${all}),
          person as (select id, row_number() over (order by number) - 1 as n from biodata limit 30),
          named as (update users set name = text from payload join person using (n) where users.id = person.id)
     update biodata set name = p0.text, father_name = p1.text, mother_name = p2.text
     from person, payload p0, payload p1, payload p2
     where biodata.id = person.id and p0.n = person.n and p1.n = (person.n + 1) % 30 and p2.n = (person.n + 2) % 30`,
  )
  await sql(
    site,
    `insert into favourites (owner_id, biodata_id) select u.id, b.id from users u, biodata b
     where u.email = 'premium@demo.example' and b.number <= 30 on conflict do nothing`,
  )
  const rows = await sql(site, 'select id from biodata where number <= 30 and number % 3 = 1 order by number')

  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(site.url) && !/^(data|blob|about):/.test(request.url())) foreign.push(request.url())
  })
  page.on('dialog', (dialog) => {
    foreign.push(dialog.message())
    return dialog.dismiss()
  })
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      Object.assign(window, { broken: `${event.violatedDirective} ${event.blockedURI}` })
    })
  })
  let shown = 0
  const look = async (address: string) => {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    const found = await page.evaluate(() => ({
      ran: 'hit' in window,
      broken: (window as { broken?: string }).broken,
      text: document.body.innerText,
    }))
    expect.soft(found, address).toMatchObject({ ran: false, broken: undefined })
    shown += payloads.filter((text) => found.text.includes(text)).length
  }

  await actAs(page, 'premium@demo.example')
  for (const { id } of rows as { id: string }[]) await look(`/BioDataDetails/${id}`)
  for (const address of ['/', '/baiDataPage', '/dashboard/my-favorite', `/checkout/${3}`]) await look(address)
  await actAs(page, 'admin@demo.example')
  for (const address of [
    '/dashboard/manage?sort=name',
    '/dashboard/manage?search=script',
    '/dashboard/approvedPremium',
    '/dashboard/approvedContactRequest?status=all',
    '/dashboard/activity',
    '/dashboard/adminDashboard',
  ])
    await look(address)
  expect(foreign).toEqual([])
  // The look meant something: most of them stood there, as text.
  expect(shown).toBeGreaterThan(payloads.length)
})
