/** One run at a time. All who ask during a run share the next one, so that stopping never waits for a queue of runs. */
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
    /** @returns whether the run that began after the asking went well; `failed` is told what failed */
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
