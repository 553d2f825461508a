export const languages = ['en', 'bn'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (code: string | undefined): code is Language =>
  languages.some((language) => language === code)
