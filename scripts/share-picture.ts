import { chromium } from '@playwright/test'
import { findBrowser } from '#tests/journeys/browser.ts'

// Draws public/share.png, which a messenger shows beside a link to this site, from the drawings of its home page. Only to
// be run when those have changed: `npm start` in one shell, `node_modules/.bin/node scripts/share-picture.ts` in another.
// It holds no letters, because a site may have another name, and nobody's portrait says anything about a person.
const [address = 'http://127.0.0.1:3000'] = process.argv.slice(2)
const browser = await chromium.launch({ ...findBrowser(), args: ['--no-sandbox'] })
const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, javaScriptEnabled: false })
await page.goto(address)
await page.evaluate(() => {
  const hero = document.querySelector('main section')!
  const art = hero.querySelector('svg[role=img]')!
  const ground = hero.querySelector('.jamdani')!
  // A little closer than at home: the strings are cut, the garland and the two people stay.
  art.setAttribute('viewBox', '-40 0 520 520')
  art.setAttribute('style', 'position: absolute; inset: 24px 0 0; width: 100%; height: 606px')
  document.getElementById('root')!.replaceChildren(ground, art)
  document.body.setAttribute(
    'style',
    'position: relative; height: 630px; overflow: hidden; background: var(--color-deep)',
  )
})
await page.screenshot({ path: 'public/share.png' })
await browser.close()
