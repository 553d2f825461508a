import type * as en from '#src/texts/en/member/attested.ts'

export const attested: typeof en.attested = {
  title: 'ব্যুরো যা যাচাই করেছে',
  phone: (day) => `ব্যুরো ${day}-এ ফোন নম্বরটিতে কল করেছে; ফোন ধরা হয়েছে।`,
  identity: (day) => `ব্যুরো ${day}-এ জাতীয় পরিচয়পত্র দেখেছে; নাম ও বয়স মেলে।`,
  certificate: (day) => `ব্যুরো ${day}-এ সনদ দেখেছে; শিক্ষার তথ্য মেলে।`,
  family: (day, whom) => `ব্যুরো ${day}-এ ${whom} সঙ্গে কথা বলেছে।`,
  visit: (day) => `ব্যুরো ${day}-এ বাড়িতে গিয়ে দেখে এসেছে।`,
  whom: {
    Female: {
      father: 'তাঁর বাবার',
      mother: 'তাঁর মায়ের',
      brother: 'তাঁর ভাইয়ের',
      sister: 'তাঁর বোনের',
      relative: 'তাঁর চাচা, মামা, ফুফু বা খালার',
      self: 'তাঁর নিজের',
    },
    Male: {
      father: 'তাঁর বাবার',
      mother: 'তাঁর মায়ের',
      brother: 'তাঁর ভাইয়ের',
      sister: 'তাঁর বোনের',
      relative: 'তাঁর চাচা, মামা, ফুফু বা খালার',
      self: 'তাঁর নিজের',
    },
  },
  kinds: {
    phone: 'ফোন নম্বর',
    identity: 'পরিচয়পত্র',
    certificate: 'সনদ',
    family: 'পরিবার',
    visit: 'বাড়ি',
  },
  withWhoms: {
    father: 'বাবা',
    mother: 'মা',
    brother: 'ভাই',
    sister: 'বোন',
    relative: 'চাচা, মামা, ফুফু বা খালা',
    self: 'নিজে',
  },
  hows: { call: 'ফোনে', video: 'ভিডিও কলে', 'in person': 'সামনাসামনি' },
  until: (day) => `দেখানো হবে ${day} পর্যন্ত`,
  ownHint: 'অন্যেরাও এটি পড়েন। এক বছর পর, বা তথ্যটি আপনি বদলালে, লাইনটি শেষ হয়।',
  ended: {
    changed: (day) => `${day}-এ শেষ: বায়োডাটা বদলেছে।`,
    replaced: (day) => `${day}-এ শেষ: ব্যুরো আবার যাচাই করেছে।`,
    'taken back': (day) => `${day}-এ ব্যুরো তুলে নিয়েছে:`,
    unanswered: (day) => `${day}-এ শেষ: নম্বরটিতে কেউ ফোন ধরেননি।`,
    over: (day) => `${day}-এ শেষ: এক বছর হয়েছে।`,
  },
}
