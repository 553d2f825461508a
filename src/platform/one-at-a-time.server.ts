/**
 * Work that many ask for and one run does for all: at most one run at a time, and a caller that asks while one is under
 * way, however often, gets one more that began after the asking. Runs one after the other instead, one for each asking,
 * would hold up the end of the server by as much as the slowest of them takes, times their number.
 */
export function oneAtATime(work: () => Promise<void>, failed: (error: unknown) => void) {
  let running: Promise<boolean> | undefined
  let next: Promise<boolean> | undefined
  let isStopped = false

  async function run() {
    try {
      await work()
      return true
    } catch (error) {
      failed(error)
      return false
    }
  }
  function begin() {
    next = undefined
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    /**
     * @returns when the run is done that began after the asking, also while others ask for more: whether it went well. What
     * failed is told to `failed`
     */
    async ask() {
      if (isStopped) return (await running) ?? true
      if (!running && !next) return begin()
      next ??= running!.then(() => isStopped || begin())
      return next
    },
    /** Begins nothing more. @returns when what is under way is done */
    async stop() {
      isStopped = true
      await (next ?? running)
    },
  }
}
