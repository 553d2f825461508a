import type pg from 'pg'
import { PgBoss } from 'pg-boss'

export const stopTimeoutMs = 10_000

export type Jobs = Awaited<ReturnType<typeof startJobs>>

/** Work beside the requests, on one of all servers at a time. `succeeded` gets the name of each that ended well here. */
export async function startJobs(
  pool: pg.Pool,
  log: { error(what: object, message: string): void },
  succeeded: (name: string) => void = () => {},
) {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'jobs' })
  boss.on('error', (error) => log.error({ err: error }, 'jobs'))
  await boss.start()
  return {
    /** Runs `work` by a cron expression in UTC. What fails is logged and comes again at its next time. */
    async repeat(name: string, cron: string, work: () => Promise<void>) {
      // A job never runs twice at a time. A dead server holds it up for two minutes. A month of done ones is 43,200.
      const rules = { policy: 'exclusive', retryLimit: 0, expireInSeconds: 120, deleteAfterSeconds: 3600 }
      await boss.createQueue(name, rules)
      await boss.work(name, async () => {
        try {
          await work()
          succeeded(name)
        } catch (error) {
          log.error({ err: error }, `job ${name} failed`)
        }
      })
      await boss.schedule(name, cron)
      succeeded(name)
    },
    /** Lets running work end, within `stopTimeoutMs`. Before the database is stopped. */
    stop: () => boss.stop({ timeout: stopTimeoutMs }),
  }
}
