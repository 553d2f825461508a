/** What askers say of a person, read by administrators only. */
export const saidOf = {
  title: 'What askers say',
  hint: 'Asked once, two weeks after they first saw the contact. Only administrators read it; the person does not.',
  none: 'Nobody has said anything yet.',
  own: 'Other administrators read what is said about you.',
  didAnswer: 'The family answered',
  wasRight: 'The biodata was right',
  answers: (yes: number, no: number) => `${yes} yes, ${no} no`,
  rights: (yes: number, partly: number, no: number) => `${yes} yes, ${partly} partly, ${no} no`,
  noAnswer: 'no answer',
  right: { yes: 'answered, all right', partly: 'answered, partly right', no: 'answered, not right' },
}
