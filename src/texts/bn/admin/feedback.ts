import type * as en from '#src/texts/en/admin/feedback.ts'
import { digits } from '../words.ts'

export const saidOf: typeof en.saidOf = {
  title: 'যাঁরা যোগাযোগ নিয়েছেন তাঁদের কথা',
  hint: 'যোগাযোগ প্রথম দেখার দুই সপ্তাহ পরে একবার জিজ্ঞেস করা হয়। শুধু অ্যাডমিনরা পড়েন; যাঁর কথা, তিনি পড়েন না।',
  none: 'এখনো কেউ কিছু বলেননি।',
  own: 'আপনাকে নিয়ে যা বলা হয়, তা অন্য অ্যাডমিনরা পড়েন।',
  didAnswer: 'পরিবার সাড়া দিয়েছে',
  wasRight: 'বায়োডাটা ঠিক ছিল',
  answers: (yes, no) => `হ্যাঁ ${digits(yes)}, না ${digits(no)}`,
  rights: (yes, partly, no) => `হ্যাঁ ${digits(yes)}, কিছুটা ${digits(partly)}, না ${digits(no)}`,
  noAnswer: 'সাড়া মেলেনি',
  right: { yes: 'সাড়া মিলেছে, সব ঠিক', partly: 'সাড়া মিলেছে, কিছুটা ঠিক', no: 'সাড়া মিলেছে, ঠিক নয়' },
}
