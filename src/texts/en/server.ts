import type { Prose, SiteFacts } from '#src/texts/prose.ts'

const changed = 'Last changed on 23 November 2026.'
const contents = 'On this page'

/**
 * English that only the server says: mails, and pages of prose, which a browser asks for. A mail's subject is seen by
 * anybody who looks at the screen; it never says what kind of site this is or what happened there.
 */
export const serverTexts = {
  mail: {
    open: 'Open the page',
    footer: 'You get this email because somebody used this address with us. Nobody reads answers to it.',
    unsubscribe: 'No more emails of this kind',
    verify: (brand: string) => ({
      subject: `${brand}: confirm your email address`,
      paragraphs: [
        `Please confirm that this address is yours. It takes one press of the button.`,
        `If you have not registered with ${brand}, do nothing.`,
      ],
      label: 'Confirm this address',
    }),
    reset: (brand: string) => ({
      subject: `${brand}: choose a new password`,
      paragraphs: [
        'Somebody, probably you, asked for a new password. Choose it with the button.',
        'The link works once and for one hour. If it was not you, do nothing: your password stays as it is.',
      ],
      label: 'Choose a new password',
    }),
    contactApproved: (brand: string, id: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: [`Your contact request for ${id} is approved.`, 'Phone number and email are on your page.'],
    }),
    feeGoesBack: (brand: string, id: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: [
        `The contact of ${id} can no longer be asked for, so your contact request has ended.`,
        'The whole fee goes back to your card by itself. You need not do anything.',
      ],
    }),
    feeGoesBackUnnamed: (brand: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: [
        'You have paid a fee, and not said for whose contact.',
        'The whole fee goes back to your card by itself. You need not do anything.',
      ],
    }),
    feeGoesBackSuspended: (brand: string, id: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: [
        `Your account was suspended, so your contact request for ${id} has ended.`,
        'The whole fee goes back to your card by itself. You need not do anything.',
      ],
    }),
    contactRefused: {
      refused: (brand: string, id: string) => ({
        subject: `${brand}: news for you`,
        paragraphs: [`Your contact request for ${id} was not approved. The whole fee goes back to your card.`],
      }),
      withdrawn: (brand: string, id: string) => ({
        subject: `${brand}: news for you`,
        paragraphs: [
          `The approval of your contact request for ${id} was taken back. The whole fee goes back to your card, and the contact is closed again.`,
        ],
      }),
    },
    premiumApproved: (brand: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: [
        'You are a premium member now.',
        'You see contacts without a fee. Your biodata carries the golden mark, also if you write it later.',
      ],
    }),
    contactSeen: (brand: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: ['Somebody has seen your contact. The page says who it was and why they could.'],
    }),
    contactSeenUndone: (brand: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: [
        'We approved a request by mistake and undid it within seconds. In that time somebody had seen your contact.',
        'It is closed again. The page says who it was.',
      ],
    }),
    search: (brand: string, found: number) => ({
      subject: `${brand}: something waits for you`,
      paragraphs: [`${found} new biodata ${found === 1 ? 'fits' : 'fit'} your search.`],
    }),
    newContactRequest: (brand: string, id: string) => ({
      subject: `${brand}: something waits for you`,
      paragraphs: [`A contact request for ${id} is paid and waits for approval.`],
    }),
    newPremiumRequest: (brand: string, id: string) => ({
      subject: `${brand}: something waits for you`,
      paragraphs: [`A premium request for ${id} waits for approval.`],
    }),
    newReport: (brand: string, days: number) => ({
      subject: `${brand}: something waits for you`,
      paragraphs: [`Somebody was reported. The reporter was told that it is answered within ${days} days.`],
    }),
    reportAnswered: (brand: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: ['An administrator has answered what you reported. The answer is under Privacy and presence.'],
    }),
    paymentFinding: (brand: string, what: string) => ({
      subject: `${brand}: a payment needs a look`,
      paragraphs: [what],
    }),
    findings: {
      unknown: 'The payment service was paid something that is not known here.',
      mismatch: 'A payment was for another amount, person or biodata than asked for. It has bought nothing.',
      'refund refused': 'The payment service refuses to give a payment back. It is asked again every day.',
      'refund failed':
        'A payment that was given back came back: the payer’s bank did not take it. It is given back again every day.',
      refunded: 'A payment was given back at the payment service. The contact it had opened is closed again.',
      'refunded in part': 'A payment was given back in part at the payment service. The contact stays open.',
      disputed: 'The payer’s bank disputes a payment. The contact it had opened is closed again.',
    },
    secondFactor: {
      subject: (brand: string) => `${brand}: the way you log in was changed`,
      changes: {
        'app on': 'An authenticator app now protects your account: logging in takes your password and its code.',
        'app off': 'The authenticator app of your account was removed. Your password alone opens it now.',
        'backup codes': 'New backup codes were made for your account. The old ones do not work any more.',
        'passkey added': 'A passkey was added to your account. With it one can log in without your password.',
        'passkey removed': 'A passkey was removed from your account.',
        'all removed':
          'The operator of the site has removed the second step of your account: authenticator app, backup codes and passkeys.',
      },
      notYou: 'If this was not you, choose a new password at once, log out everywhere else, and write to the operator.',
    },
    accountChanged: {
      subject: (brand: string) => `${brand}: your account was changed`,
      changes: {
        password: 'The password of your account was changed.',
        reset: 'A new password was chosen for your account with a link from an email. Everybody was logged out.',
        issuer: 'Your account can now be opened with another account of yours too, at Google or a similar service.',
        phone: 'The phone number in your biodata was changed.',
      },
    },
    contactForm: (brand: string, name: string, email: string) => ({
      subject: `${brand}: a message from the contact form`,
      paragraphs: [
        `${name} (${email}) writes. Your answer to this email goes to that address, which nobody has checked.`,
      ],
    }),
  },
  /** All that a push message says. */
  push: 'Something waits for you',
  unsubscribe: {
    title: 'No more emails of this kind?',
    lead: (what: string) =>
      `We will then stop emailing you about this: “${what}”. You will still find it under Notifications.`,
    button: 'No more of these emails',
    doneTitle: 'That is done',
    done: (what: string) => `We no longer email you about this: “${what}”. You will still find it under Notifications.`,
    wrongTitle: 'This link does not work',
    wrong: 'The link is incomplete or too old. You can choose your emails on the site.',
    settings: 'Choose your emails',
  },
  pages: {
    about: ({ brand, fee, canWrite }: SiteFacts): Prose => ({
      title: `About ${brand}`,
      lead: `${brand} is a place where families in Bangladesh read marriage biodata, calmly and without being tracked.`,
      changed,
      contents,
      sections: [
        {
          heading: 'What you can do here',
          paragraphs: [
            'Anybody can browse: gender, age, division and occupation are open to all, and no account is needed. With a free account you read biodata in full, all but the contact, keep the ones your family likes, and publish your own.',
            'The portraits are drawings. They follow from the gender and the number of a biodata and say nothing about how a person looks.',
          ],
          link: { page: 'browse', text: 'Browse Biodatas' },
        },
        {
          heading: 'How a contact is protected',
          paragraphs: [
            'Phone number, email, photo link and income are never sent to a visitor, nor to a member who has no right to them. They are not hidden in the page; they are not in the page at all.',
            fee
              ? `To see the contact of one person you send a contact request and pay a fee of ${fee}. An administrator decides on every request; phone, email, photo link and income are shown to you only once it is approved. Nobody pays twice for the same contact: a second payment goes back.`
              : 'Contacts are opened by a contact request with a fee, which an administrator approves. Payment is switched off on this site at the moment, so no new requests can be made.',
          ],
        },
        {
          heading: 'Premium members',
          paragraphs: [
            'A premium member sees contacts without a fee, so many people’s in a day, and a premium biodata carries a golden glow wherever its card is shown. The first of them by number, at most six, stand on the home page. Everybody who has published a biodata can ask to be premium; an administrator decides.',
          ],
        },
        {
          heading: 'Who runs it',
          paragraphs: [
            `${brand} is run by its operator, with the software Nikhad. There is no advertising and no tracking, and nothing about you is sold. Which services take part, and what they learn, are said in the privacy policy.`,
          ],
          ...(canWrite && { link: { page: 'contact', text: 'Contact us' } }),
        },
      ],
    }),
    privacy: ({ brand, fee, legalAge, kept, hasMail, hasPush, hasOtherSignIn, canWrite }: SiteFacts): Prose => ({
      title: 'Privacy Policy',
      lead: `What ${brand} keeps about you, who sees it, and how you take it back.`,
      changed,
      contents,
      sections: [
        {
          heading: 'What is kept, and why',
          paragraphs: ['Only what the site needs in order to do its work:'],
          list: [
            {
              term: 'Your account',
              text: `Name, email, the photo link you gave, your language, when you registered, whether your email is confirmed, and whether you are premium. What somebody wrote with your email before you proved that it is yours is put away until you decide about it, 90 days at most. A password is kept as an argon2id hash from which it cannot be read.${hasOtherSignIn ? ' If you log in with Google or another service, we keep the identity and, encrypted, the keys that it gives us.' : ''}`,
            },
            {
              term: 'Your biodata',
              text: `What you fill in yourself, also about your parents and the partner you hope for. Religion and its practice only if you agree to it, until you take that back. From the date of birth the site computes your age, and refuses men under ${legalAge.Male} and women under ${legalAge.Female}, the legal ages of marriage.`,
            },
            {
              term: 'Favourites and contact requests',
              text: 'Whom you marked and whose contact you asked for. The people concerned are told about neither.',
            },
            {
              term: 'What you look for',
              text: 'The searches you save, until you delete them, and when you last looked at people, for a year, so that you see who is new. Nobody else sees either.',
            },
            {
              term: 'What you have agreed to, and who has seen your contact',
              text: 'Each consent with the version of its words and the time, also once you took it back. Each time your contact is shown to somebody or stands in a list that an administrator saves: to whom, when, and why they could see it. You read it under Who has seen my contact.',
            },
            {
              term: 'Whom you blocked, reported, read and found',
              text: 'Blocked people until you unblock them. Reports, with your name, for administrators only, until a year after the answer. Whose biodata you read and whom your searches showed you, for one day, so that nobody copies everybody’s; of what you asked for, only a number made out of it, as long. None of these people is told.',
            },
            ...(fee
              ? [
                  {
                    term: 'Payments',
                    text: 'The amount, the date, how far it has come, whose contact it was for, and the reference of the payment provider. Card numbers go from your browser straight to the provider and never reach this site.',
                  },
                ]
              : []),
            {
              term: 'Your sessions',
              text: 'When you logged in, from which network address and with which browser, so that you can recognise and end a session that is not yours. How often a login failed lately is counted without names or addresses.',
            },
            ...(hasMail
              ? [
                  {
                    term: 'Emails to you',
                    text: 'That an email was sent and when, for a month. Its content is erased once it is sent.',
                  },
                  {
                    term: 'What you write in the contact form',
                    text: 'It goes to the operator by email. The network address it came from is kept for a day, against floods of messages.',
                  },
                ]
              : []),
          ],
        },
        {
          heading: 'Who sees what',
          paragraphs: [
            'The server decides this for every single answer. What somebody may not see is not sent to them.',
          ],
          list: [
            {
              term: 'Visitors',
              text: 'Number, gender, age, occupation, division, and whether a biodata is premium. They can also search by marital status.',
            },
            {
              term: 'Members who are logged in',
              text: 'The whole biodata, with your name and those of your parents, but no phone, email, photo link or income.',
            },
            {
              term: 'People whose paid request we approved',
              text: `Also phone, email, photo link and income of that one person.${fee ? ` The fee is ${fee}.` : ''} Having paid is not enough; an administrator must approve.`,
            },
            {
              term: 'Premium members',
              text: 'Also phone, email, photo link and income of everybody who shows them to anybody.',
            },
            {
              term: 'Administrators',
              text: 'Phone, email, photo link and income of everybody too, the names and emails of all accounts, and all contact requests. Each time one of them opens a contact, approves something, changes a role or downloads a list, this is written to a log that cannot be changed.',
            },
            {
              term: 'The operator',
              text: 'The people who run the server can reach all that is stored on it, but no password.',
            },
          ],
        },
        {
          heading: 'Cookies and what your browser keeps',
          paragraphs: [
            `There are no cookies for tracking or advertising and no visitor statistics. Fonts, scripts and pictures come from this site alone${fee ? ', but for the form of the payment provider' : ''}; no photo from elsewhere is ever loaded into a page.`,
          ],
          list: [
            {
              term: 'Session',
              text: `Keeps you logged in for ${kept.sessionDays} days, or until the browser is closed if you did not choose Remember me. Scripts cannot read it. A second one remembers for a year that you have logged in with this browser, so that strangers who guess at your password cannot lock you out.${hasOtherSignIn ? ' While you log in with Google or another service there is one more for a few minutes.' : ''} After you have changed something another may stay for five seconds, so that you see your change at once; it names nobody.`,
            },
            {
              term: 'Language and colours',
              text: 'Two cookies, lang and theme, remember for a year your choice of language and of light or dark.',
            },
            {
              term: 'Draft of your biodata',
              text: 'What you type and have not saved yet stays in your own browser until you save or discard it. On a computer that others use, discard it before you leave.',
            },
            {
              term: 'Recently seen',
              text: `The numbers of the last ${kept.recentPeople} people whose biodata you opened stay in your own browser until you remove them or log out.`,
            },
            {
              term: 'Where you were, and the page for when you are offline',
              text: 'How far you had scrolled, until the tab is closed, and a page that is shown when there is no connection.',
            },
          ],
        },
        {
          heading: 'Others who take part',
          paragraphs: [
            ...(fee
              ? [
                  'The payment provider, Stripe, gets your card data, name and email when you pay, and sets its own cookies; its form is loaded on the payment page only.',
                ]
              : []),
            ...(hasOtherSignIn
              ? [
                  'If you choose to log in with Google or another service, it learns that you do so and tells us your name, email and picture address.',
                ]
              : []),
            ...(hasMail ? ['The operator’s email service delivers our emails.'] : []),
            ...(hasPush
              ? [
                  'If you have a device told of news, the push service of its browser’s maker delivers that. It cannot read it, and there is nobody’s name in it.',
                ]
              : []),
            fee || hasOtherSignIn || hasMail || hasPush
              ? 'Nobody else gets anything.'
              : 'Nobody: what you enter stays on this site.',
          ],
        },
        {
          heading: 'Emails',
          paragraphs: [
            hasMail
              ? 'We write when you have to confirm your email, when you want to set a new password, and when the way you log in was changed; and of news, such as the answer to a request, as you choose under Notifications: each such email has a link that stops emails of that kind. Administrators are told of new requests and of payments that need a look. There is no newsletter. No subject names a person or says whose contact an email is about.'
              : 'This site sends no emails.',
          ],
        },
        {
          heading: 'How long it is kept',
          paragraphs: [],
          list: [
            {
              term: 'Account, biodata, favourites, requests',
              text: `Until you delete your account. A contact request that was refused or ended is removed after a year, and ${kept.marriedDays} days after a marriage the biodata that was withdrawn for it.`,
            },
            {
              term: 'Sessions',
              text: `Until you end them, or ${kept.sessionDays} days after they were last used. Ended ones are removed within a day.`,
            },
            {
              term: 'Notifications',
              text: `What you were told, ${kept.notificationDays} days. What you chose to be told, until you delete your account; which browsers are told, until you log out in them.`,
            },
            ...(hasMail
              ? [
                  {
                    term: 'Links in emails',
                    text: 'Used ones, and those too old to be used, are removed within a day.',
                  },
                  { term: 'That an email was sent', text: 'A month.' },
                ]
              : []),
            ...(fee
              ? [
                  {
                    term: 'Payments',
                    text: 'For good, for bookkeeping, without your name once you have left; those that were begun and never paid, half a year. The notices of the payment provider are removed after 30 days.',
                  },
                ]
              : []),
            {
              term: 'Logs',
              text: 'The server’s own log holds no names, emails or phone numbers. The administrators’ log, and the list of who has seen whose contact, are kept for three years, and hold only ids and numbers. When an administrator reads a list with emails, the log says who, which list and when, once an hour.',
            },
            {
              term: 'Backups',
              text: 'The operator may keep some for a while; what you delete disappears from them when they are replaced. Should an older one ever be put back, your account is deleted again: its random id, and nothing else of you, is kept for that.',
            },
          ],
        },
        {
          heading: 'Taking your data with you, or leaving',
          paragraphs: [
            'Under Privacy and presence you can pause, take back what you have agreed to, or withdraw your biodata because you are married; it works at once, and within seconds on pages that others have open. For that the number of your biodata is noted for an hour, and not what you changed. On your account page you can download what is held about you in one file, change your name and password, end sessions, and delete your account. The biodata is changed on its own page.',
            'Deleting removes the account, the biodata, favourites, contact requests and sessions at once. What stays: payments without your name, for bookkeeping; your id, without a name, in the administrators’ log, and with the bare number of your biodata in the lists of those whose contact you saw; and in the list of somebody who asked for your contact the bare number of your biodata, which is never given out again. Fees for requests that were not approved yet are refunded: yours for others, and theirs for you. People who saw your contact before may of course have written it down.',
          ],
          link: { page: 'account', text: 'To your account' },
        },
        {
          heading: 'Your rights',
          paragraphs: [
            `Bangladesh’s Personal Data Protection Ordinance, promulgated on 6 November 2025, is about consent that can be taken back, and about seeing, correcting and erasing one’s data. Its details may still change. Whatever the law asks for, here everybody can do these things without giving a reason.${canWrite ? ' For anything that the account page cannot do, write to us.' : ''}`,
          ],
          ...(canWrite && { link: { page: 'contact', text: 'Contact us' } }),
        },
      ],
    }),
    fit: ({ fit: { tolerance, counts, strong, good, enough } }: SiteFacts): Prose => ({
      title: 'How fit is worked out',
      lead: 'One rule for everybody, from both sides, made of what both have written. Paying changes nothing about it.',
      changed,
      contents,
      sections: [
        {
          heading: 'What is compared',
          paragraphs: [
            'Everybody writes in their biodata which age, height and weight they wish for. Your wishes are compared with what the other person has, and theirs with what you have. One number is meant as “about”, unless a range stands beside it:',
          ],
          list: [
            { term: 'Age', text: `Up to ${tolerance.age} years more or less.` },
            { term: 'Height', text: `Up to ${tolerance.height} inches more or less.` },
            { term: 'Weight', text: `Up to ${tolerance.weight} kg more or less.` },
          ],
        },
        {
          heading: 'What may be wished as well',
          paragraphs: [
            'Members who like choose divisions, districts, occupations, marital status, children, education, religion and religious practice, as many as would do, and say of each wish how much it matters:',
          ],
          list: [
            { term: 'Must', text: 'Who misses it does not fit, and comes last.' },
            { term: 'Nice', text: 'It counts as described below. That is what is meant where nothing was said.' },
            { term: 'Any', text: 'It does not count.' },
          ],
        },
        {
          heading: 'What others learn of it',
          paragraphs: [
            'Age, height and weight of the partner stand on the biodata. Everything else stands there, too, unless its owner keeps it private; wishes about religion and practice stand there only while the owner agrees to show their own.',
            'A private wish works for its owner alone: it orders and explains what the owner sees. What others see is worked out without it, so they can learn nothing of it, not even whether there is one.',
          ],
        },
        {
          heading: 'What is said of each wish',
          paragraphs: [],
          list: [
            { term: 'Meets', text: 'It lies within that.' },
            { term: 'Close', text: 'It lies beside it, by less than as much again.' },
            { term: 'Outside', text: 'It lies further off, or is none of what was chosen.' },
            {
              term: 'Not stated',
              text: 'The other person has not said it. Somebody who was never married and says nothing of children has none.',
            },
          ],
        },
        {
          heading: 'From wishes to one word',
          paragraphs: [
            `A wish that is met counts whole; one that is close counts the less, the further off it is; what is not stated counts half, so that silence neither helps nor harms; one outside counts nothing. Age and religion count ${counts.age} and ${counts.religion} times, district, marital status and children ${counts.district}, ${counts.maritalStatus} and ${counts.children} times, height, division, occupation, education and religious practice ${counts.height}, ${counts.division}, ${counts.occupation}, ${counts.education} and ${counts.practice} times, the weight ${counts.weight} time. What somebody does not wish counts nothing.`,
            'That makes one share for your wishes and one for theirs. The fit is their harmonic mean: twice the one times the other, divided by both together. Who pleases one side only does not fit.',
          ],
          list: [
            { term: 'Strong both ways', text: `${strong} % or more.` },
            { term: 'Good both ways', text: `${good} % or more.` },
            { term: 'Fits partly', text: 'Less than that.' },
          ],
        },
        {
          heading: 'Who comes first',
          paragraphs: [
            'Members see first who meets all their wishes, and among these whose own wishes are met best. Among equals chance decides, differently for everybody who looks, so that nobody always stands at the end.',
            `Where fewer than ${enough} people meet all wishes, others follow: first those who miss what counts least, last those who miss what must be. An age may be close, not further off. Each part says what may differ, and you can choose not to see it first. Then everybody else follows, the newest first. Paying moves nobody up.`,
          ],
        },
        {
          heading: 'What it does not know',
          paragraphs: [
            'Character, how faith is lived, family: all that is read between the lines or shows only when families talk. Nobody is hidden because of it; it only says what was written.',
          ],
          link: { page: 'edit', text: 'Your own wishes' },
        },
      ],
    }),
    licensing: ({ brand, canWrite }: SiteFacts): Prose => ({
      title: 'Licensing',
      lead: 'What this site is made of, and what you may do with it.',
      changed,
      contents,
      sections: [
        {
          heading: 'What people write',
          paragraphs: [
            `A biodata belongs to the person who wrote it. You may read it, print it for your family and pass on its address. Copying biodata into other lists or sites is not allowed.`,
          ],
        },
        {
          heading: 'Drawings and texts',
          paragraphs: [
            'The portraits, the arch, the garland, the woven and stitched patterns and the logo were drawn for this software. Its texts were written for it too.',
          ],
        },
        {
          heading: 'The software',
          paragraphs: [
            `${brand} runs on the software Nikhad, which is free: under the MIT License anybody may use, change and pass it on, for money too, as long as the text of the licence goes with it. People and their biodata are no part of it.`,
          ],
        },
        {
          heading: 'Fonts',
          paragraphs: ['All three are free to use, also in your own work, under the SIL Open Font License 1.1.'],
          list: [
            { term: 'Figtree', text: 'The Figtree Project Authors. Latin letters.' },
            { term: 'Tiro Bangla', text: 'The Indigo Project Authors. Headings in both scripts.' },
            { term: 'Noto Sans Bengali', text: 'The Noto Project Authors. Bangla letters.' },
          ],
        },
        {
          heading: 'Icons',
          paragraphs: ['The small icons are from Lucide, under the ISC License, which lets you use them freely.'],
        },
        {
          heading: 'Software of others',
          paragraphs: [
            'Nikhad stands on free software. The main parts are listed here; every package that is installed with it brings the text of its own licence.',
          ],
          list: [
            {
              term: 'MIT License',
              text: 'React, TanStack Query, sonner, zod, Tailwind CSS, Fastify, Kysely, node-postgres, better-auth, pg-boss, Stripe’s libraries and Node.js.',
            },
            { term: 'MIT No Attribution', text: 'Nodemailer.' },
            { term: 'PostgreSQL License', text: 'PostgreSQL, the database.' },
          ],
          ...(canWrite && { link: { page: 'contact', text: 'Contact us' } }),
        },
      ],
    }),
  },
}

export type ServerTexts = typeof serverTexts
