/**
 * Texts that only the server writes: mails. In a file of their own, so that no browser loads them. A subject is seen by
 * whoever looks at the screen; it never says what kind of site this is or what happened there.
 */
export const serverTexts = {
  mail: {
    open: 'Open the page',
    footer: 'You get this mail because somebody used this address with us. Nobody reads answers to it.',
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
    premiumApproved: (brand: string) => ({
      subject: `${brand}: news for you`,
      paragraphs: ['You are a premium member now.', 'Your biodata carries the golden mark, and you see every contact.'],
    }),
    newRequest: (brand: string, request: 'contact' | 'premium', id: string) => ({
      subject: `${brand}: something waits for you`,
      paragraphs: [
        request === 'contact'
          ? `A contact request for ${id} is paid and waits for approval.`
          : `A premium request for ${id} waits for approval.`,
      ],
    }),
    contactForm: (brand: string, name: string, email: string) => ({
      subject: `${brand}: a message from the contact form`,
      paragraphs: [
        `${name} (${email}) writes. Your answer to this mail goes to that address, which nobody has checked.`,
      ],
    }),
  },
}

export type ServerTexts = typeof serverTexts
