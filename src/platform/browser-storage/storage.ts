/** Does something with the browser's storage, which can be full or forbidden: then the answer is undefined. */
export function attempt<T>(store: () => T): T | undefined {
  try {
    return store()
  } catch {
    return undefined
  }
}

/** A number instead of the email (FNV-1a, 64 bits), so that people who sign in here later do not see it. */
export function keyOfPerson(prefix: string, email: string) {
  let hash = 0xcbf29ce484222325n
  for (const byte of new TextEncoder().encode(email)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return prefix + hash.toString(36)
}
