export {}

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    premium: {
      /** Of the user, copied by a trigger: the list is sorted by them. */
      askerName: Kept<string>
      askerEmail: Kept<string>
      number: Kept<number | null>
    }
  }
}
