// The order matters: most browsers also name those they descend from.
const browsers = {
  'Samsung Internet': /SamsungBrowser/,
  Opera: /OPR\/|Opera/,
  Edge: /Edg(e|A|iOS)?\//,
  'UC Browser': /UCBrowser/,
  Firefox: /Firefox|FxiOS/,
  Chrome: /Chrome|CriOS/,
  Safari: /Safari/,
}
const systems = {
  Android: /Android/,
  iPhone: /iPhone/,
  iPad: /iPad/,
  Windows: /Windows/,
  ChromeOS: /CrOS/,
  macOS: /Macintosh/,
  Linux: /Linux/,
}

export function deviceOf(userAgent: string | null) {
  const find = (known: Record<string, RegExp>) =>
    Object.entries(known).find(([, pattern]) => pattern.test(userAgent ?? ''))?.[0] ?? null
  return { browser: find(browsers), system: find(systems) }
}
