import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Viewer } from '#src/platform/http/viewer.ts'
import type { PasswordChecks } from './password-checks.server.ts'

export interface Auth {
  ways: { google: boolean; oidc: boolean; mail: boolean; passkey: boolean }
  cookieName: string
  viewerOf(request: FastifyRequest): Promise<Viewer>
  passwords: PasswordChecks
  /** Failed sign-ins stop counting for a client that has proved to be this person. */
  forgetTries(email: string): Promise<void>
  mount(app: FastifyInstance): void
}
