export {}

declare module '#src/platform/db/schema.ts' {
  interface Schema {
    premium: {
      userId: string
      status: 'pending' | 'approve'
      requestedAt: Created
      approvedAt: Date | null
      approvedBy: string | null
    }
  }
}
