/** Does something with the browser's storage, which can be full or forbidden: then the answer is undefined. */
export function attempt<T>(store: () => T): T | undefined {
  try {
    return store()
  } catch {
    return undefined
  }
}
