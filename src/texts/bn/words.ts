import { inBangladesh } from '#src/platform/clock.ts'
import { numberFormat } from '#src/platform/money.ts'

export const months = 'জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর'.split(' ')

export const shortMonths = 'জানু ফেব্রু মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টে অক্টো নভে ডিসে'.split(' ')

export const digits = (text: string | number) => String(text).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!)

/** In lakhs, as Bangladesh groups them: ১,২৩,৪৫৬. Without `toLocaleString` as in English. */
export const number = (n: number) => digits(String(n).replace(/\B(?=(\d{2})*\d{3}$)/g, ','))

export const currencies: Record<string, string> = { BDT: 'টাকা', USD: 'ডলার', EUR: 'ইউরো', GBP: 'পাউন্ড', INR: 'রুপি' }

/** ৫ ডলার, ৪.৫০ ডলার; what has no name here by its sign or code, as it is written: ¥৫০০, AED ৫. */
export function money(amount: number, currency: string) {
  const name = currencies[currency.toUpperCase()]
  const written = numberFormat('en-IN', {
    style: 'currency',
    currency,
    currencyDisplay: name ? 'code' : 'narrowSymbol',
    ...(Number.isInteger(amount) && { minimumFractionDigits: 0, maximumFractionDigits: 0 }),
  }).format(amount)
  return digits(name ? `${written.replace(/[^\d.,-]/g, '')} ${name}` : written)
}

export function dateInWords(moment: string, names: string[]) {
  const [year, month, date] = inBangladesh(moment).day.split('-').map(Number)
  return `${digits(date!)}\u00a0${names[month! - 1]}\u00a0${digits(year!)}`
}
export const date = (moment: string) => dateInWords(moment, months)

export function time(clock: string) {
  const [hour, minute] = clock.split(':')
  return `${partOfDay(Number(hour))}\u00a0${digits(Number(hour) % 12 || 12)}:${digits(minute!)}`
}

/** What people say before the hour, by the hour at which it ends; a bare 4:30 could be either half of the day. */
const partsOfDay = { 4: 'রাত', 6: 'ভোর', 12: 'সকাল', 15: 'দুপুর', 18: 'বিকেল', 20: 'সন্ধ্যা', 24: 'রাত' }
const partOfDay = (hour: number) => Object.entries(partsOfDay).find(([end]) => hour < Number(end))![1]
