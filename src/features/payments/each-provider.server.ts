import type { PaymentProvider } from './provider.ts'

/** One that is away, or fails, holds up no other. @throws what failed, once all are through */
export async function withEachProvider(
  providers: readonly PaymentProvider[],
  work: (provider: PaymentProvider) => Promise<void>,
) {
  const ended = await Promise.allSettled(providers.map(work))
  const failed = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  if (failed.length > 0) throw failed.length === 1 ? failed[0] : new AggregateError(failed, `${failed.length} failed`)
}
