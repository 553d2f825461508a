/** By code, each in its own words. */
export const languageNames = { en: 'English', bn: 'বাংলা' } as const
export type Language = keyof typeof languageNames
export const languages = ['en', 'bn'] as const satisfies Language[]

export const isLanguage = (code: string | undefined): code is Language =>
  languages.some((language) => language === code)
