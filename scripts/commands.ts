import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '#src/platform/root.server.ts'

interface Command {
  does: string
  /** What has to follow it, as the usage line names it. */
  operands: string[]
  /** By name, with what the usage line calls their value; `undefined` for those that have none. */
  options?: Record<string, string | undefined>
  run(operands: string[], options: Record<string, string | boolean | undefined>): Promise<unknown>
}

/** All that an operator can call. Help, usage lines and what is started follow from it. Each is loaded when it is called. */
export const commands: Record<string, Command> = {
  start: {
    does: 'runs the demo on this machine: invented people, payments and sign-in that are not real',
    operands: [],
    // The product has none of the demo in it: it is a program of its own.
    run: () => import(/* @vite-ignore */ pathToFileURL(join(root, 'dist/beside/demo.js')).href),
  },
  serve: {
    does: 'runs a real site; needs PUBLIC_URL and AUTH_SECRET',
    operands: [],
    run: () => import('#src/app/server/serve.ts'),
  },
  import: {
    does: 'adds the people of a spreadsheet',
    operands: ['FILE.csv'],
    run: async ([path]) => (await import('./import.ts')).run(path!),
  },
  backup: {
    does: 'writes the whole site to one file',
    operands: ['FILE'],
    run: async ([path]) => (await import('./backup.ts')).run(path!),
  },
  restore: {
    does: 'brings a backup back; --replace puts it in the place of the site that is there',
    operands: ['FILE'],
    options: { replace: undefined, erased: 'NEWER_BACKUP' },
    run: async ([path], { replace, erased }) =>
      (await import('./restore.ts')).run({
        path: path!,
        replace: replace === true,
        newer: erased as string | undefined,
      }),
  },
  'make-admin': {
    does: 'makes somebody who has registered an administrator',
    operands: ['EMAIL'],
    run: async ([email]) => (await import('./make-admin.ts')).run(email!),
  },
  'new-secret': {
    does: 'encrypts second factors with a new AUTH_SECRET; needs AUTH_SECRET_BEFORE, the old one',
    operands: [],
    run: async () => (await import('./new-secret.ts')).run(),
  },
  'remove-second-factor': {
    does: 'lets somebody sign in who has lost the second factor',
    operands: ['EMAIL'],
    run: async ([email]) => (await import('./remove-second-factor.ts')).run(email!),
  },
}
