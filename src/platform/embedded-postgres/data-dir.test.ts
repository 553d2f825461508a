import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimDataDir, DataDirInUse } from './data-dir.server.ts'

test.runIf(process.platform === 'linux')(
  'X1: of many servers that start at the same moment on what a killed one left, one gets the folder',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'nikhad-test-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const socket = join(dataDir, 'server.sock')
    for (let round = 1; round <= 10; round++) {
      // Each of them could take another's fresh socket file for the one left behind.
      const died = `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`
      spawnSync(process.execPath, ['-e', died])
      expect(existsSync(socket)).toBe(true)

      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => claimDataDir(dataDir)))
      const claims = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value)
      const refusals = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
      expect(claims).toHaveLength(1)
      expect(refusals).toEqual(Array(19).fill(new DataDirInUse(dataDir, process.pid)))
      await claims[0]?.release()
      expect(existsSync(socket)).toBe(false)
    }
  },
)
