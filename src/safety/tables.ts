export {}

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    blocks: { blockerId: string; blockedId: string; at: Created }
  }
}
