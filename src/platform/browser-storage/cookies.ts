/** A choice about how pages look, kept a year in a cookie so that the server can render accordingly. */
type Choice = 'lang' | 'theme' | 'favourites'

export const choiceCookie = (name: Choice, value: string) => `${name}=${value}; path=/; max-age=31536000; samesite=lax`

export const choiceIn = (cookies: string | undefined, name: Choice) =>
  cookies?.match(new RegExp(`(?:^|;\\s*)${name}=([^;]*)`))?.[1]

export function remember(name: Choice, value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve
  document.cookie = choiceCookie(name, value)
}

/** Undefined while the server renders, which has those of the request. */
export const documentCookies = () => (typeof document === 'undefined' ? undefined : document.cookie)
