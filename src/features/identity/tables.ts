export {}

declare module '#src/platform/db/schema.ts' {
  interface Narrowed {
    putAway: { searches: { name: string; search: string; howOften: string }[]; push: { endpoint: string }[] }
  }
}
