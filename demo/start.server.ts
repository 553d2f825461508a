import { join } from 'node:path'
import { googleSandbox } from '#sandbox/google/server.ts'
import { stripeSandbox } from '#sandbox/stripe/server.ts'
import type { Demo } from '#src/app/server/run.server.ts'
import { stripeProvider } from '#src/features/payments/stripe.server.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { Config } from '#src/platform/config/config.server.ts'
import type { Db } from '#src/platform/db/open.server.ts'
import { commandLine } from '#src/platform/root.server.ts'
import { mountOutbox } from './outbox.server.ts'
import { mountRoles, rolesBar } from './roles.server.ts'
import { mountStripeScript } from './stripe-script.server.ts'
import { demoAccounts, demoPassword, paymentsMade, seedDemoWorld } from './world.server.ts'

/** The demo's world and its sandboxes of Stripe and Google. Nothing of this exists in production. */
export async function startDemo(config: Config, db: Db): Promise<Demo> {
  await seedDemoWorld({ db, clock: systemClock })
  const isDemoWorld = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoAccounts[0]!.email)
    .executeTakeFirst()

  const keys = {
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecret: 'whsec_sandbox_of_the_demo',
  }
  const stripe = stripeSandbox({
    ...keys,
    webhook: { url: `${config.origin}/api/webhooks/stripe`, secret: keys.webhookSecret },
    stateFile: join(config.dataDir, 'sandbox-stripe.json'),
  })
  // Born with the demo's world, or made before the sandbox's file was deleted: an administrator can give back those too.
  stripe.remember(await paymentsMade(db))
  // The SDK wants the API at the root of an address, so the server talks to it on a port of its own; browsers reach
  // the same sandbox below the site's address.
  const { url, close } = await stripe.listen()

  const issuer = {
    issuer: `${config.origin}/sandbox/google`,
    clientId: 'nikhad-demo',
    clientSecret: 'sandbox-google-secret',
  }
  const google = googleSandbox({
    ...issuer,
    redirectUris: [`${config.origin}/api/auth/callback/google`],
    accounts: [
      { email: 'karim@gmail.example', name: 'Karim Hossain', emailVerified: true },
      { email: 'nadia@gmail.example', name: 'Nadia Islam', emailVerified: true },
      { email: 'user@demo.example', name: 'Demo user', emailVerified: true },
    ],
  })

  return {
    providers: [stripeProvider({ ...keys, url })],
    google: issuer,

    mountSandboxes(app, assets) {
      mountOutbox(app, config, assets)
      mountRoles(app, config)
      mountStripeScript(app)
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers()
        scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
        scope.all('/sandbox/stripe/*', { config: { access: 'visitor' } }, (request, reply) => {
          reply.hijack()
          request.raw.url = request.raw.url!.replace('/sandbox/stripe', '')
          return stripe.handle(request.raw, reply.raw)
        })
        scope.all('/sandbox/google/*', { config: { access: 'visitor' } }, (request, reply) => {
          reply.hijack()
          return google.handle(request.raw, reply.raw)
        })
      })
    },

    // Where people were imported first there are no accounts to be; and the tests look at pages as they are elsewhere.
    aside: isDemoWorld && config.hasDemoBar ? rolesBar : undefined,

    printAccounts() {
      console.log('\nThis is the demo: sandbox payment and sign-in, only on this machine.')
      console.log(`Mails are not sent; read them at ${config.origin}/demo/outbox`)
      if (isDemoWorld) {
        const width = Math.max(...demoAccounts.map(({ email }) => email.length))
        console.log(`Accounts, all with the password ${demoPassword}:`)
        for (const { email, what } of demoAccounts) console.log(`  ${email.padEnd(width)}  ${what}`)
      } else
        console.log(
          `The database had people before, so there are no demo accounts; register, or ${commandLine('make-admin', 'EMAIL')}.`,
        )
      console.log('Stop with Ctrl+C.')
    },

    stop: close,
  }
}
