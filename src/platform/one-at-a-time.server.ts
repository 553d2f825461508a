/**
 * Work that many ask for and one run does for all: at most one run at a time, and whoever asks while one is under way,
 * however often, gets one more that began after the asking. Runs one after the other instead, one for each asking,
 * would hold up the end of the server by as much as the slowest of them takes, times their number.
 */
export function oneAtATime(work: () => Promise<void>, failed: (error: unknown) => void) {
  let running: Promise<boolean> | undefined
  let isAskedAgain = false
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
  async function runs() {
    let isWell: boolean
    do {
      isAskedAgain = false
      isWell = await run()
    } while (isAskedAgain && !isStopped)
    running = undefined
    return isWell
  }
  return {
    /** @returns when nothing is left to do: whether the last run went well. What failed is told to `failed` */
    async ask() {
      isAskedAgain = true
      if (!isStopped) running ??= runs()
      return (await running) ?? true
    },
    /** Begins nothing more. @returns when what is under way is done */
    async stop() {
      isStopped = true
      await running
    },
  }
}
