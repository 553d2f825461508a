import type { Generated } from 'kysely'

type SearchPutAway = { name: string; search: string; howOften: string }

declare module '#src/platform/db/schema.ts' {
  interface OwnRow {
    id: Generated<string>
    userId: string
    createdAt: Created
  }
  interface Schema {
    sessions: OwnRow & {
      token: string
      expiresAt: Date
      ipAddress: string | null
      userAgent: string | null
      updatedAt: Created
      confirmedAt: Created
    }
    secondFactors: OwnRow & {
      secret: string
      backupCodes: string
      verified: Generated<boolean>
      failedVerificationCount: Generated<number>
      lockedUntil: Date | null
      lastStep: Generated<number>
    }
    passkeys: OwnRow & {
      name: string | null
      credentialId: string
      publicKey: string
      counter: number
      deviceType: string
      backedUp: boolean
      transports: string | null
      aaguid: string | null
    }
    accounts: OwnRow & {
      providerId: string
      accountId: string
      password: string | null
      accessToken: string | null
      refreshToken: string | null
      idToken: string | null
      accessTokenExpiresAt: Date | null
      refreshTokenExpiresAt: Date | null
      scope: string | null
      updatedAt: Created
    }
    verifications: {
      id: Generated<string>
      identifier: string
      value: string
      expiresAt: Date
      createdAt: Created
      updatedAt: Created
    }
    putAway: {
      userId: string
      at: Created
      name: string
      image: string | null
      hadBiodata: boolean
      wasPublished: boolean
      searches: Generated<SearchPutAway[]>
      push: Generated<{ endpoint: string }[]>
      premiumAskedAt: Date | null
      consents: Generated<string[]>
    }
    mailedLinks: { tokenHash: Buffer; userId: string; purpose: 'verify' | 'reset'; expiresAt: Date }
  }
}
