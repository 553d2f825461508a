export {}

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    contactRequests: {
      /** Of who asks, copied by a trigger: the list is sorted by them. */
      askerName: Kept<string>
      askerEmail: Kept<string>
      /** Of the biodata, also once that is deleted and `biodataId` null. */
      number: Kept<number>
    }
  }
}
