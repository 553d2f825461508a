import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmailText, PhoneText } from './contact-text.tsx'

test.each([
  ['tahmina.ahmed234@demo.example', 'tahmina.<wbr/>ahmed234@<wbr/>demo.<wbr/>example'],
  ['nobody', 'nobody'],
])('D2: the email %s may break after its @ and its dots only', (address, html) => {
  expect(renderToStaticMarkup(<EmailText address={address} />)).toBe(html)
})

test.each([
  ['+8801712345678', '+880 1712-<wbr/>345678'],
  ['+447911123456', '+447911123456'],
])('D2: the phone number %s is read in groups where they are known', (number, html) => {
  expect(renderToStaticMarkup(<PhoneText number={number} />)).toBe(html)
})
