import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import chromium, { inflate } from '@sparticuz/chromium'
import subsetFont from 'subset-font'

// `unpack.ts chromium FOLDER` or `unpack.ts fonts FOLDER`. A program of its own, because the package unpacks to the
// temporary folder, which is TMPDIR, and because findBrowser has to wait for it.

/** What phones, Windows and Macs have: our own Bangla letters, as a font of the system, and some Latin ones. */
async function fonts(folder: string) {
  await inflate('node_modules/@sparticuz/chromium/bin/fonts.tar.br')
  const woff2 = await readFile(
    'node_modules/@fontsource-variable/noto-sans-bengali/files/noto-sans-bengali-bengali-wght-normal.woff2',
  )
  const letters = Array.from({ length: 0x80 }, (_, place) => String.fromCodePoint(0x980 + place)).join('')
  const bangla = await subsetFont(woff2, `${letters}।॥\u200c\u200d◌`, { targetFormat: 'truetype' })
  await writeFile(join(folder, 'fonts/noto-bangla.ttf'), bangla)
  await writeFile(
    join(folder, 'fonts.conf'),
    `<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">cache</cachedir>
</fontconfig>
`,
  )
}

const [what, folder] = process.argv.slice(2)
if (what === 'fonts') await fonts(folder!)
else await chromium.executablePath()
