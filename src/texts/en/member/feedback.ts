/** What payers are asked two weeks after they saw a contact; the bureau alone reads it. */
export const feedback = {
  title: (who: string) => `How did it go with ${who}?`,
  lead: (day: string) =>
    `You saw this contact two weeks ago or more. Only the bureau reads your answer, never the family. We ask once, until ${day}.`,
  didAnswer: 'Did the family answer?',
  didAnswers: { yes: 'Yes', no: 'No' },
  wasRight: 'Was what the biodata says right?',
  howRight: { yes: 'Yes', partly: 'Partly', no: 'No' },
  note: 'What should the bureau know?',
  noteHint: 'Optional.',
  missing: {
    didAnswer: 'Say whether the family answered.',
    wasRight: 'Say whether the biodata was right.',
  },
  send: 'Send to the bureau',
  sent: 'Thank you. Only the bureau reads it.',
  decline: 'Don’t ask me',
  declined: 'We won’t ask about this contact again.',
}
