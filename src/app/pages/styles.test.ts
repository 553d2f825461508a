import { expect, test } from 'vitest'
import { stylesFor } from './styles.server.ts'

/** What a document with this HTML has of the sheet, but for the order of the layers. */
const kept = (css: string, html = '<p class="shown also">', always = '') =>
  stylesFor(css, always)(html).replace(/^@layer [^{};]*;/, '')

test.each([
  ['by its class', '.shown{top:0}', '.other{top:0}'],
  ['by all its classes', '.shown.also{top:0}', '.shown.other{top:0}'],
  ['by those around it', '.shown .also{top:0}', '.other .also{top:0}'],
  ['by what it is beside', '.shown + .also{top:0}', '.other ~ .also{top:0}'],
  ['by one of several', ':is(.other,.shown){top:0}', ':is(.other,.another){top:0}'],
  ['by one of several that count for nothing', ':where(.other,.shown) p{top:0}', '.shown:where(.other){top:0}'],
  ['by what it holds', 'p:has(.shown){top:0}', 'p:has(.other){top:0}'],
  ['by one of several with their own needs', ':is(.shown:is(.other,.also)){top:0}', ':is(.shown:is(.other)){top:0}'],
  ['by what it is not', 'p:not(.other){top:0}', '.other:not(.shown){top:0}'],
  ['inside another rule', '.shown{& .other{top:0}}', '.other{& .shown{top:0}}'],
])('Z1: a document keeps a rule that means something in it, %s', (_, meant, foreign) => {
  expect(kept(meant)).toBe(meant)
  expect(kept(foreign)).toBe('')
})

test('Z1: of a rule for several, a document keeps those that it has', () => {
  expect(kept('.other,.shown:hover,p{top:0}')).toBe('.shown:hover,p{top:0}')
})

test.each([
  '.shown:hover{top:0}',
  '.shown:focus-visible{top:0}',
  '.shown:user-invalid{top:0}',
  '.shown[aria-current]::after{top:0}',
  '.shown[open]::backdrop{top:0}',
  '[data-theme=dark] .shown{top:0}',
  '[lang=bn] .shown{top:0}',
  'html:has(dialog[open]){top:0}',
  '@media (width>=40rem){.shown{top:0}}',
  '@media (prefers-reduced-motion:reduce){*{top:0}}',
  '@media print{.shown{top:0}}',
  '@media not print{[data-theme=dark]{top:0}}',
  '@media (forced-colors:active){.shown{top:0}}',
  '@supports (top:max(0px)){.shown{top:0}}',
  '@layer base{.shown{top:0}}',
  '.shown{@media print{& > p{top:0}}}',
  '@page{margin:0}',
  '@font-face{font-family:A}',
])('Z1: a document has the rules of every state without a script: %s', (rule) => {
  expect(kept(rule)).toBe(rule)
  expect(kept(rule, '<p>')).toBe(rule.includes('.shown') ? '' : rule)
})

test('Z1: a document keeps the variables that its rules, its own HTML and other variables use, and no others', () => {
  const css = ':root{--a:1;--b:var(--c);--c:2;--d:3;--e:var(--f);--f:4}.shown{top:var(--b)}.other{top:var(--a)}'
  expect(kept(css, '<p class="shown" style="left:var(--d)">')).toBe(
    ':root{--b:var(--c);--c:2;--d:3}.shown{top:var(--b)}',
  )
})

test('Z1: a document keeps the definitions and animations that its rules use, and no others', () => {
  const property = (name: string) => `@property ${name}{syntax:"*";inherits:false}`
  const frames = (name: string) => `@keyframes ${name}{to{top:0}}`
  const rule = '.shown{top:var(--a);animation:turn 1s}'
  const css = `${property('--a')}${property('--b')}${frames('turn')}${frames('breathe')}${rule}.other{animation:breathe 1s}`
  expect(kept(css)).toBe(`${property('--a')}${frames('turn')}${rule}`)
})

test('Z1: class names are read as HTML writes them', () => {
  const css = '.\\[\\&_p\\]\\:top{top:0}.content-\\[\\"\\"\\]{top:0}'
  expect(kept(css, '<p class="[&amp;_p]:top">')).toBe('.\\[\\&_p\\]\\:top{top:0}')
  expect(kept(css, '<p class="content-[&quot;&quot;]">')).toBe('.content-\\[\\"\\"\\]{top:0}')
  expect(kept('.shown{top:0}', '<p title="shown">shown</p>')).toBe('')
})

test('Z1: what is drawn while nothing can be fetched always has its rules', () => {
  expect(kept('.bar{top:0}.other{top:0}', '<p class="shown">', '<i class="bar">')).toBe('.bar{top:0}')
})

test('Z1: every layer of the sheet is named, in its order, also where nothing of it is shown', () => {
  const css = '@layer theme, base;@layer base{.other{top:0}}@layer utilities{.shown{top:0}}'
  expect(stylesFor(css, '')('<p class="shown">')).toBe(
    '@layer theme,base,utilities;@layer theme, base;@layer utilities{.shown{top:0}}',
  )
})

test('Z1: what is remembered of one document is not another’s with the same class names and other variables', () => {
  const of = stylesFor('@layer base;:root{--a:1}.shown{top:0}', '')
  expect(of('<p class="shown">')).not.toContain('--a')
  expect(of('<p class="shown" style="left:var(--a)">')).toContain('--a:1')
})
