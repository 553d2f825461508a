import type { Language } from '#src/platform/language.ts'

export type Words = Record<Language, string>

/** Who runs the site, as families read it on every page (REQUIREMENTS F7). */
export interface Operator {
  name?: Words
  person?: Words
  address?: Words
  hours?: Words
  registration?: Words
  phone?: string
  whatsApp?: string
}

/** In one language, as a page shows them. */
export type OperatorIn = { language: Language } & { [K in keyof Operator]: string | undefined }

export const operatorIn = (operator: Operator, language: Language): OperatorIn => ({
  language,
  name: operator.name?.[language],
  person: operator.person?.[language],
  address: operator.address?.[language],
  hours: operator.hours?.[language],
  registration: operator.registration?.[language],
  phone: operator.phone,
  whatsApp: operator.whatsApp,
})

export const operatorSettings = {
  name: 'OPERATOR_NAME',
  person: 'OPERATOR_PERSON',
  address: 'OPERATOR_ADDRESS',
  phone: 'OPERATOR_PHONE',
  whatsApp: 'OPERATOR_WHATSAPP',
  hours: 'OPERATOR_HOURS',
  registration: 'OPERATOR_REGISTRATION',
} as const satisfies Record<keyof Operator, string>

/** The settings that are missing for the operator to be named. */
export const missingFor = (operator: Operator | OperatorIn) =>
  Object.entries(operatorSettings).flatMap(([name, setting]) => (operator[name as keyof Operator] ? [] : [setting]))
