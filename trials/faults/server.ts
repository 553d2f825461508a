import { flushCompileCache } from 'node:module'
import { run } from '#src/app/server/run.server.ts'
import { stripeProvider } from '#src/features/payments/stripe.server.ts'
import { readConfig } from '#src/platform/config/config.server.ts'
import { connectDatabase } from '#src/platform/db/connect.server.ts'

// A real site in a process of its own, as `npm run serve` starts it, but that Stripe is at another address.
process.env.NODE_ENV = 'production'
const config = readConfig('serve', process.env)
const database = await connectDatabase(config, { info() {}, error: console.error }, () => process.exit(1)).catch(
  (error: Error) => {
    console.error(error.message)
    process.exit(1)
  },
)
await run(config, database, async () => ({
  providers: [stripeProvider({ ...config.stripe!, url: process.env.STRIPE_SANDBOX })],
  mountSandboxes: async () => {},
  printAccounts() {},
  stop: async () => {},
}))
// One that is killed would leave nothing for the next start.
flushCompileCache()
