import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => String.fromCodePoint(first + place)).join('')

/** What English texts are written with; fonts.css names the same characters as `unicode-range`. */
const basicLatin = `${range(0x20, 0x7e)}\u00a0©·×–—‘’“”•…→−`
/** And what large headings are, of it. */
const headingLatin = [...basicLatin].filter((character) => !'#%*+<=>@[\\]^_`{|}~©·×•→−'.includes(character)).join('')
/** What Bangla and Assamese are written with today, in every conjunct; Sanskrit's letters and old numerals are not. */
const bengali = [
  [0x981, 0x98b],
  [0x98f, 0x9c3],
  [0x9c7, 0x9df],
  [0x9e6, 0x9f1],
  [0x9f3, 0x9f3],
]
  .map(([first, last]) => range(first!, last!))
  .concat('।॥\u200c\u200d◌')
  .join('')
const latinFeatures = ['kern', 'liga', 'tnum', 'calt', 'ccmp', 'locl', 'mark', 'mkmk']
const weights = { variationAxes: { wght: { min: 400, max: 700 } } }

/**
 * Smaller files of the fonts, for the characters and weights that our texts use: 20 KB instead of 47 on an English
 * page, 66 KB instead of 108 more on a Bangla one. Names of people may hold other letters; the whole files stay for
 * those.
 */
export async function subsetFonts(folder: string) {
  await mkdir(folder, { recursive: true })
  const subset = async (name: string, from: string, characters: string, options: object) => {
    const font = await readFile(join('node_modules', from))
    await writeFile(join(folder, name), await subsetFont(font, characters, { targetFormat: 'woff2', ...options }))
  }
  await Promise.all([
    subset('figtree.woff2', '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2', basicLatin, {
      keepFeatures: latinFeatures,
      ...weights,
    }),
    // Only for large headings, which need no hints.
    subset('tiro.woff2', '@fontsource/tiro-bangla/files/tiro-bangla-latin-400-normal.woff2', headingLatin, {
      keepFeatures: ['kern', 'liga', 'lnum'],
      noHinting: true,
    }),
    subset(
      'noto-bangla.woff2',
      '@fontsource-variable/noto-sans-bengali/files/noto-sans-bengali-bengali-wght-normal.woff2',
      bengali,
      weights,
    ),
  ])
}
