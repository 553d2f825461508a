import type * as en from '#src/texts/en/member/feedback.ts'

export const feedback: typeof en.feedback = {
  title: (who) => `${who}: যোগাযোগ কেমন হলো?`,
  lead: (day) =>
    `দুই সপ্তাহ বা তারও আগে আপনি এই যোগাযোগের তথ্য দেখেছেন। আপনার উত্তর শুধু ব্যুরো পড়ে, পরিবার কখনো নয়। একবারই জিজ্ঞেস করি, ${day} পর্যন্ত।`,
  didAnswer: 'পরিবার কি সাড়া দিয়েছে?',
  didAnswers: { yes: 'হ্যাঁ', no: 'না' },
  wasRight: 'বায়োডাটায় যা লেখা, তা কি ঠিক ছিল?',
  howRight: { yes: 'হ্যাঁ', partly: 'কিছুটা', no: 'না' },
  note: 'ব্যুরোকে আর কী জানাতে চান?',
  noteHint: 'ঐচ্ছিক।',
  missing: {
    didAnswer: 'পরিবার সাড়া দিয়েছে কি না, জানান।',
    wasRight: 'বায়োডাটা ঠিক ছিল কি না, জানান।',
  },
  send: 'ব্যুরোকে জানান',
  sent: 'ধন্যবাদ। শুধু ব্যুরো এটি পড়বে।',
  decline: 'জিজ্ঞেস করবেন না',
  declined: 'এই যোগাযোগ নিয়ে আর জিজ্ঞেস করব না।',
}
